-- Who wants to be told of events, and which events are still to be told. Events alone are a log; an event lies in the
-- outbox as well, from the transaction of its change on, until it was handed out to those who subscribed to it.

-- An event is looked up by its id at each callback. Of a table that was empty not long ago, a planner cannot tell which
-- index finds one row and which finds thousands; with a condition that is always met, only who names it can use one.
DROP INDEX events_by_type, events_by_resource, events_by_actor;
CREATE INDEX events_by_type ON events (client_id, type, id) WHERE type <> '';
CREATE INDEX events_by_resource ON events (client_id, resource_id, id) WHERE resource_id <> '';
CREATE INDEX events_by_actor ON events (client_id, actor_id, id) WHERE actor_id IS NOT NULL;

-- What a subscriber wanted in a time, by the clock of the database, which is one for all: what was written from `since`
-- on and before `until`, whenever it is handed out. Each change of mind is another row.
CREATE TABLE event_subscriptions (
  client_id text COLLATE "C" NOT NULL,
  subscriber_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz,
  -- '*', 'employee.*' or 'employee.created'
  patterns text[] NOT NULL,
  PRIMARY KEY (client_id, subscriber_id, since)
);

-- No foreign keys: each would make every event look at a row that all events of a client share.
CREATE TABLE event_outbox (
  client_id text COLLATE "C" NOT NULL,
  event_id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
