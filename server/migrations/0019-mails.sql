-- When an application or a key was last used, to the minute: what nobody uses should be revoked.
ALTER TABLE applications ADD COLUMN last_used_at timestamptz;
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;

-- Mails that were handed to the mail server, or could not be: to whom and about what, never what they say. A mail that is
-- tried again is the same row, found by its message id.
CREATE TABLE mails (
  client_id text COLLATE "C" NOT NULL CONSTRAINT mails_client REFERENCES clients,
  key bigint GENERATED ALWAYS AS IDENTITY,
  message_id text COLLATE "C",
  recipient text NOT NULL,
  subject text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  -- The last attempt, and whether it was the one that succeeded.
  attempted_at timestamptz NOT NULL,
  sent_at timestamptz,
  failure text,
  search_text text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, key),
  CONSTRAINT mails_outcome CHECK ((sent_at IS NULL) = (failure IS NOT NULL))
);
CREATE UNIQUE INDEX mails_by_message ON mails (client_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX mails_by_time ON mails (client_id, attempted_at, key);
CREATE INDEX mails_failed ON mails (client_id, attempted_at, key) WHERE sent_at IS NULL;
CREATE INDEX mails_to_forget ON mails (attempted_at);
CREATE INDEX mails_search ON mails USING gin (client_id, search_text gin_trgm_ops);
