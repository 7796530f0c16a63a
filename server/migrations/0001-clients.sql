-- Clients (tenants) and their credentials. Every primary key starts with the client.

CREATE TABLE clients (
  id text COLLATE "C" PRIMARY KEY CONSTRAINT clients_id_length CHECK (char_length(id) BETWEEN 1 AND 64),
  name text NOT NULL,
  languages text[] NOT NULL,
  sealed_shared_token text NOT NULL,
  distribution_callback_url text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE applications (
  client_id text COLLATE "C" NOT NULL CONSTRAINT applications_client REFERENCES clients,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  permissions text[] NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
-- Basic credentials name the application before the client is known.
CREATE INDEX applications_by_id ON applications (id);

CREATE TABLE access_tokens (
  client_id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  application_id text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, token_hash),
  CONSTRAINT access_tokens_application FOREIGN KEY (client_id, application_id) REFERENCES applications
);
CREATE INDEX access_tokens_by_hash ON access_tokens (token_hash);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

CREATE TABLE api_keys (
  client_id text COLLATE "C" NOT NULL CONSTRAINT api_keys_client REFERENCES clients,
  name text COLLATE "C" NOT NULL,
  key_hash bytea NOT NULL,
  allowed_addresses text[] NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, name)
);
CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (key_hash);

-- Failed log-ins by address and by account; the subject is a keyed hash, since an address is personal data.
CREATE TABLE login_failures (
  subject bytea PRIMARY KEY,
  failures integer NOT NULL,
  blocked_until timestamptz NOT NULL,
  forgotten_at timestamptz NOT NULL
);
CREATE INDEX login_failures_by_end ON login_failures (forgotten_at);

-- One row: facts about this database itself.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT installation_one_row CHECK (only_row),
  secret_key_check bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
