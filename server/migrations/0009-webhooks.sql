-- An address that is called: of a webhook, or one that came with a request.
CREATE TABLE callback_endpoints (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  -- SHA-256, since addresses may be longer than an index takes; only of those that came with a request.
  url_hash bytea,
  sealed_key text NOT NULL,
  sealed_previous_key text,
  previous_key_until timestamptz,
  is_webhook boolean NOT NULL,
  -- Nothing is sent as long as it is held; what waits goes on waiting.
  is_held boolean NOT NULL DEFAULT false,
  failures_in_row integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  -- After many failures in a row it is tried with one callback at a time, less and less often.
  pauses integer NOT NULL DEFAULT 0,
  paused_until timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT callback_endpoints_client FOREIGN KEY (client_id) REFERENCES clients (id)
);
CREATE UNIQUE INDEX callback_endpoints_by_url ON callback_endpoints (client_id, url_hash) WHERE url_hash IS NOT NULL;

CREATE TABLE webhooks (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  events text[] NOT NULL,
  is_active boolean NOT NULL,
  owner_email text,
  -- Set when the service switched it off by itself.
  disabled_at timestamptz,
  disabled_reason text COLLATE "C"
    CONSTRAINT webhooks_disabled_reason CHECK (disabled_reason IN ('gone', 'failing')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT webhooks_endpoint FOREIGN KEY (client_id, id) REFERENCES callback_endpoints (client_id, id)
);

-- One event for one endpoint, under the id of the event. No foreign keys: an endpoint may have millions, and they are
-- removed in small steps after it is gone. Room is left in the pages, so that an outcome is written beside its delivery.
CREATE TABLE callback_deliveries (
  client_id text COLLATE "C" NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  -- What is sent, when that is no event of the log.
  body json,
  attempts jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  succeeded_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (client_id, endpoint_id, id)
) WITH (fillfactor = 35);
-- Two indexes begin like the primary key. Of a table that was empty not long ago, a planner cannot tell which of them finds
-- one row and which finds thousands; with a condition that is always met, only who names it can use them.
CREATE INDEX callback_deliveries_by_type ON callback_deliveries (client_id, endpoint_id, event_type, id)
  WHERE event_type <> '';
CREATE INDEX callback_deliveries_failed ON callback_deliveries (client_id, endpoint_id, id) WHERE failed_at IS NOT NULL;

-- The deliveries that are still to be made. A worker that takes one moves it a minute on and notes its lease: should the
-- worker die, the delivery is due again by itself; should it only have slept, its lease is no longer the one noted.
CREATE TABLE callback_queue (
  client_id text COLLATE "C" NOT NULL,
  endpoint_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  is_retry boolean NOT NULL DEFAULT false,
  due_at timestamptz NOT NULL,
  lease uuid,
  PRIMARY KEY (client_id, endpoint_id, delivery_id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
CREATE INDEX callback_queue_due ON callback_queue (client_id, endpoint_id, is_retry, due_at)
  WHERE due_at > '-infinity';

-- Orders to send again what failed; each remembers how far it got.
CREATE TABLE webhook_recoveries (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  since timestamptz NOT NULL,
  -- The last delivery that it has looked at.
  reached uuid,
  recovered integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT webhook_recoveries_webhook FOREIGN KEY (client_id, webhook_id)
    REFERENCES webhooks (client_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_recoveries_by_webhook ON webhook_recoveries (client_id, webhook_id, id);
