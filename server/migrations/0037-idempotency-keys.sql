-- The answers to calls that came with an Idempotency-Key, for a day. `id` is a keyed hash of the credentials and the key,
-- `digest` the hash of the call; the answer is encrypted, since it may hold a secret that is shown once.
CREATE TABLE idempotency_keys (
  client_id text COLLATE "C" NOT NULL CONSTRAINT idempotency_keys_client REFERENCES clients ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  encrypted_answer text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
