-- What people revoked, replaced or deleted, so that the set-up file does not bring it back. `id` is a name, or the hash of a
-- secret in hexadecimal digits.
CREATE TABLE revocations (
  client_id text COLLATE "C" NOT NULL CONSTRAINT revocations_client REFERENCES clients,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  revoked_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, kind, id)
);

-- Their secrets come back under no other name either. The first of those that share one counts.
INSERT INTO revocations (client_id, kind, id, revoked_at)
SELECT client_id, 'application secret', encode(secret_hash, 'hex'), min(revoked_at) FROM applications
WHERE revoked_at IS NOT NULL GROUP BY client_id, secret_hash
UNION ALL
SELECT client_id, 'API key', encode(key_hash, 'hex'), revoked_at FROM api_keys WHERE revoked_at IS NOT NULL
UNION ALL
SELECT client_id, 'SAML identity provider', code, updated_at FROM saml_identity_providers WHERE NOT is_active;
