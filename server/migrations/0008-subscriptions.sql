-- Who wants to be told of events, and which events are still to be told. Events alone are a log; an event lies in the
-- outbox as well, from the transaction of its change on, until it was handed out to those who subscribed to it.

CREATE TABLE event_subscriptions (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  -- '*', 'employee.*' or 'employee.created'
  patterns text[] NOT NULL,
  -- By the clock of the database, which is one for all: a subscription gets what was written from then until then.
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz,
  PRIMARY KEY (client_id, id)
);

-- No foreign keys: each would make every event look at a row that all events of a client share.
CREATE TABLE event_outbox (
  client_id text COLLATE "C" NOT NULL,
  event_id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
