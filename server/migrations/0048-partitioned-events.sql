-- Moves no row: the tables that were there become the first partitions. Theirs are the bounds that were checked before.

ALTER TABLE events RENAME TO events_before;
ALTER TABLE events_before RENAME CONSTRAINT events_pkey TO events_before_pkey;
ALTER INDEX events_by_type RENAME TO events_before_by_type;
ALTER INDEX events_by_resource RENAME TO events_before_by_resource;
ALTER INDEX events_by_actor RENAME TO events_before_by_actor;
ALTER INDEX events_of_deleted_documents RENAME TO events_before_of_deleted_documents;

CREATE TABLE events (LIKE events_before INCLUDING DEFAULTS, CONSTRAINT events_pkey PRIMARY KEY (client_id, id),
  CONSTRAINT events_actor_type CHECK (actor_type IN ('application', 'user', 'employee', 'system'))
) PARTITION BY RANGE (id);
CREATE INDEX events_by_type ON events (client_id, type, id) WHERE type <> '';
CREATE INDEX events_by_resource ON events (client_id, resource_id, id) WHERE resource_id <> '';
CREATE INDEX events_by_actor ON events (client_id, actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX events_of_deleted_documents ON events (client_id, (data ->> 'employee_technical_id'), id)
  WHERE type = 'employee_document.deleted';

ALTER TABLE callback_deliveries RENAME TO callback_deliveries_before;
ALTER TABLE callback_deliveries_before RENAME CONSTRAINT callback_deliveries_pkey TO callback_deliveries_before_pkey;
ALTER INDEX callback_deliveries_by_type RENAME TO callback_deliveries_before_by_type;
ALTER INDEX callback_deliveries_failed RENAME TO callback_deliveries_before_failed;

CREATE TABLE callback_deliveries (LIKE callback_deliveries_before INCLUDING DEFAULTS,
  CONSTRAINT callback_deliveries_pkey PRIMARY KEY (client_id, endpoint_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX callback_deliveries_by_type ON callback_deliveries (client_id, endpoint_id, event_type, id)
  WHERE event_type <> '';
CREATE INDEX callback_deliveries_failed ON callback_deliveries (client_id, endpoint_id, id) WHERE failed_at IS NOT NULL;

DO $$
DECLARE
  target text;
  bound text;
BEGIN
  FOREACH target IN ARRAY ARRAY['events', 'callback_deliveries'] LOOP
    SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') INTO STRICT bound
    FROM pg_constraint WHERE conname = target || '_bound' AND conrelid = (target || '_before')::regclass;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', target, target || '_before',
      bound);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', target || '_before', target || '_bound');
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (MAXVALUE)', target || '_beyond', target,
      bound);
  END LOOP;
END $$;
ALTER TABLE callback_deliveries_beyond SET (fillfactor = 35);
