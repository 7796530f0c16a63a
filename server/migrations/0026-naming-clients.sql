-- Host names by which a log-in page names its client. A name belongs to one client.
CREATE TABLE client_hostnames (
  client_id text COLLATE "C" NOT NULL CONSTRAINT client_hostnames_client REFERENCES clients (id),
  hostname text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, hostname)
);
CREATE UNIQUE INDEX client_hostnames_by_name ON client_hostnames (hostname);

-- Changes with the password and when a log-in is switched off. A session counts for the version it was opened with, so that
-- whoever changes a password ends the sessions, and sessions of a log-in that was deleted do not come back with a new one.
ALTER TABLE accounts ADD COLUMN credential_version uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE sessions ADD COLUMN credential_version uuid;
UPDATE sessions session SET credential_version = account.credential_version
FROM accounts account
WHERE account.client_id = session.client_id AND account.scope = session.scope
  AND account.technical_id = session.technical_id;
DELETE FROM sessions WHERE credential_version IS NULL;
ALTER TABLE sessions ALTER COLUMN credential_version SET NOT NULL;
CREATE INDEX sessions_by_creation ON sessions (created_at);

-- Networks from which somebody proved who they are: guesses from elsewhere do not keep them out. The subject is a keyed hash
-- of account and network.
CREATE TABLE known_networks (
  subject bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX known_networks_by_end ON known_networks (expires_at);
