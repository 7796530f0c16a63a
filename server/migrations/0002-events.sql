-- The outbox: one row for each event, written in the transaction of the change it tells of.
-- No foreign key to clients: every event would lock the one row of its client.

CREATE TABLE events (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  actor_type text COLLATE "C" NOT NULL
    CONSTRAINT events_actor_type CHECK (actor_type IN ('application', 'user', 'employee', 'system')),
  actor_id text,
  actor_name text,
  data json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
