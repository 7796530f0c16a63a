-- That an employee log-in and a manager log-in of one client belong to one person, so that a session may move from one to
-- the other. Only an act of its own links them; equal addresses mean nothing. A link that has ended is kept, so that a
-- set-up file does not bring it back.
CREATE TABLE account_links (
  client_id text COLLATE "C" NOT NULL,
  employee_scope text COLLATE "C" NOT NULL DEFAULT 'employee',
  employee_technical_id text COLLATE "C" NOT NULL,
  manager_scope text COLLATE "C" NOT NULL DEFAULT 'manager',
  manager_technical_id text COLLATE "C" NOT NULL,
  -- How it was proven that both are one person: the person knew the password of the other log-in, or read the code that
  -- was mailed to it; an administrator or an application answers for it; the set-up file says so.
  proof text COLLATE "C" NOT NULL,
  linked_by_type text COLLATE "C" NOT NULL,
  linked_by_id text COLLATE "C",
  linked_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (client_id, employee_technical_id, manager_technical_id),
  CONSTRAINT account_links_client FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT account_links_employee FOREIGN KEY (client_id, employee_scope, employee_technical_id)
    REFERENCES accounts (client_id, scope, technical_id) ON DELETE CASCADE,
  CONSTRAINT account_links_manager FOREIGN KEY (client_id, manager_scope, manager_technical_id)
    REFERENCES accounts (client_id, scope, technical_id) ON DELETE CASCADE,
  CONSTRAINT account_links_scopes CHECK (employee_scope = 'employee' AND manager_scope = 'manager'),
  CONSTRAINT account_links_proof CHECK (proof IN ('password', 'code', 'administrator', 'setup'))
);
CREATE UNIQUE INDEX account_links_of_employee ON account_links (client_id, employee_technical_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX account_links_of_manager ON account_links (client_id, manager_technical_id) WHERE ended_at IS NULL;
CREATE INDEX account_links_by_manager ON account_links (client_id, manager_technical_id);

-- A session that was switched to by a link lasts no longer than that link; one of a log-in no longer than the log-in.
ALTER TABLE sessions ADD COLUMN linked_at timestamptz;
DELETE FROM sessions session WHERE NOT EXISTS (
  SELECT FROM accounts account
  WHERE account.client_id = session.client_id AND account.scope = session.scope AND account.technical_id = session.technical_id
);
ALTER TABLE sessions ADD CONSTRAINT sessions_account FOREIGN KEY (client_id, scope, technical_id)
  REFERENCES accounts (client_id, scope, technical_id) ON DELETE CASCADE;

-- The code that was mailed to the log-in that somebody wants to link; for the session that asked, and no other.
CREATE TABLE account_link_codes (
  client_id text COLLATE "C" NOT NULL,
  session_hash bytea NOT NULL,
  scope text COLLATE "C" NOT NULL,
  technical_id text COLLATE "C" NOT NULL,
  canonical_email text COLLATE "C" NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, session_hash),
  CONSTRAINT account_link_codes_client FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT account_link_codes_session FOREIGN KEY (client_id, session_hash)
    REFERENCES sessions (client_id, token_hash) ON DELETE CASCADE,
  CONSTRAINT account_link_codes_account FOREIGN KEY (client_id, scope, technical_id)
    REFERENCES accounts (client_id, scope, technical_id) ON DELETE CASCADE
);
CREATE INDEX account_link_codes_by_account ON account_link_codes (client_id, scope, technical_id);
CREATE INDEX account_link_codes_by_end ON account_link_codes (expires_at);

-- The address that somebody wants to log in with from now on; it counts once both the old and the new one have confirmed.
CREATE TABLE account_email_changes (
  client_id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  technical_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  -- What the log-in had when it was asked for: when that has changed in between, the change is over.
  old_canonical_email text COLLATE "C" NOT NULL,
  old_token_hash bytea,
  new_token_hash bytea,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, scope, technical_id),
  CONSTRAINT account_email_changes_client FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT account_email_changes_account FOREIGN KEY (client_id, scope, technical_id)
    REFERENCES accounts (client_id, scope, technical_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX account_email_changes_by_old ON account_email_changes (old_token_hash);
CREATE UNIQUE INDEX account_email_changes_by_new ON account_email_changes (new_token_hash);
CREATE INDEX account_email_changes_by_end ON account_email_changes (expires_at);
