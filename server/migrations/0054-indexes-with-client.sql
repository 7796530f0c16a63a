-- A database that is distributed by client cannot keep a unique index that does not name the client. The hashes are those of
-- random secrets of 256 bits, which are unique by themselves; these indexes only find them. All of these tables are small, or
-- lose their rows within days: making an index anew takes moments.
DROP INDEX sessions_by_hash;
CREATE UNIQUE INDEX sessions_by_hash ON sessions (token_hash, client_id);
DROP INDEX password_links_by_hash;
CREATE UNIQUE INDEX password_links_by_hash ON password_links (token_hash, client_id);
DROP INDEX account_email_changes_by_new;
CREATE UNIQUE INDEX account_email_changes_by_new ON account_email_changes (new_token_hash, client_id);
DROP INDEX account_email_changes_by_old;
CREATE UNIQUE INDEX account_email_changes_by_old ON account_email_changes (old_token_hash, client_id);
DROP INDEX saml_requests_by_code;
CREATE UNIQUE INDEX saml_requests_by_code ON saml_requests (client_id, code_hash);
DROP INDEX signature_signers_by_id;
CREATE UNIQUE INDEX signature_signers_by_id ON signature_signers (id, client_id);
-- Nothing is found by it: a visit is compared with the one that its signer has.
DROP INDEX signature_signers_by_visit;

-- An API key may be chosen by an operator, and must belong to one client only. This is the one place of a distributed
-- database that knows all of them.
CREATE TABLE api_key_hashes (
  key_hash bytea PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  CONSTRAINT api_key_hashes_client FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT api_key_hashes_by_name UNIQUE (client_id, name)
);
INSERT INTO api_key_hashes (key_hash, client_id, name) SELECT key_hash, client_id, name FROM api_keys;
DROP INDEX api_keys_by_hash;
