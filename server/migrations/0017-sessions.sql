-- Who is logged in to the portal. The cookie holds a secret; here is its keyed hash.
CREATE TABLE sessions (
  client_id text COLLATE "C" NOT NULL CONSTRAINT sessions_client REFERENCES clients,
  token_hash bytea NOT NULL,
  scope text COLLATE "C" NOT NULL CONSTRAINT sessions_scope CHECK (scope IN ('employee', 'manager')),
  technical_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, token_hash)
);
CREATE UNIQUE INDEX sessions_by_hash ON sessions (token_hash);
CREATE INDEX sessions_by_person ON sessions (client_id, scope, technical_id);
CREATE INDEX sessions_by_last_seen ON sessions (last_seen_at);
