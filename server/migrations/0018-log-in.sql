-- Links that were mailed to somebody who may then set a password. An account has one: the newest ends those before it.
CREATE TABLE password_links (
  client_id text COLLATE "C" NOT NULL CONSTRAINT password_links_client REFERENCES clients,
  scope text COLLATE "C" NOT NULL CONSTRAINT password_links_scope CHECK (scope IN ('employee', 'manager')),
  technical_id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, scope, technical_id)
);
CREATE UNIQUE INDEX password_links_by_hash ON password_links (token_hash);
CREATE INDEX password_links_by_end ON password_links (expires_at);

-- Signed links and SAML assertions that logged somebody in. They are kept for as long as they could be used again.
CREATE TABLE used_proofs (
  client_id text COLLATE "C" NOT NULL CONSTRAINT used_proofs_client REFERENCES clients,
  proof_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, proof_hash)
);
CREATE INDEX used_proofs_by_end ON used_proofs (expires_at);

-- People who were sent to an identity provider, until they are back and logged in. `browser_hash` is of the cookie of the
-- browser that began; `code_hash` is of the code under which it picks the answer of the provider up.
CREATE TABLE saml_requests (
  client_id text COLLATE "C" NOT NULL CONSTRAINT saml_requests_client REFERENCES clients,
  id text COLLATE "C" NOT NULL,
  provider_code text COLLATE "C" NOT NULL,
  browser_hash bytea NOT NULL,
  next text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  code_hash bytea,
  scope text COLLATE "C" CONSTRAINT saml_requests_scope CHECK (scope IN ('employee', 'manager')),
  technical_id text COLLATE "C",
  PRIMARY KEY (client_id, id),
  CONSTRAINT saml_requests_answer CHECK ((code_hash IS NULL) = (scope IS NULL) AND (scope IS NULL) = (technical_id IS NULL))
);
CREATE UNIQUE INDEX saml_requests_by_code ON saml_requests (code_hash);
CREATE INDEX saml_requests_by_end ON saml_requests (expires_at);
