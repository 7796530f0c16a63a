-- When a person was last invited to choose a password. It says nothing about a log-in that is in use, and is forgotten when
-- the link that was mailed no longer works because the log-in got another address or was switched off.
ALTER TABLE accounts ADD COLUMN invited_at timestamptz;
UPDATE accounts account SET invited_at = link.expires_at - interval '7 days'
  FROM password_links link
  WHERE link.client_id = account.client_id AND link.scope = account.scope AND link.technical_id = account.technical_id
    AND link.canonical_email = account.canonical_email
    AND account.password_hash IS NULL AND account.last_login_at IS NULL AND account.is_active;
UPDATE accounts account SET invited_at = mailed.last_at
  FROM (
    SELECT client_id, recipient, max(sent_at) AS last_at FROM mails
    WHERE kind = 'password' AND sent_at IS NOT NULL GROUP BY client_id, recipient
  ) AS mailed
  WHERE mailed.client_id = account.client_id AND mailed.recipient = account.email AND account.invited_at IS NULL
    AND account.password_hash IS NULL AND account.last_login_at IS NULL AND account.is_active;

-- Whether a mail was written to the folder, because no mail server was set up.
ALTER TABLE mails ADD COLUMN in_folder boolean NOT NULL DEFAULT false;

-- One action on many things, which a job does for the manager who asked for it. `filter` is evaluated when the job starts;
-- `items` are then worked off in their order, and the sum of the three counts says where the job goes on.
CREATE TABLE bulk_actions (
  client_id text COLLATE "C" NOT NULL CONSTRAINT bulk_actions_client REFERENCES clients,
  id uuid NOT NULL,
  user_key bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  options jsonb NOT NULL,
  filter jsonb,
  items text[] COLLATE "C",
  state text COLLATE "C" NOT NULL,
  -- Why it ended before all was done.
  stop_code text COLLATE "C",
  total integer,
  done integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  progressed_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT bulk_actions_user FOREIGN KEY (client_id, user_key) REFERENCES users (client_id, key) ON DELETE CASCADE,
  CONSTRAINT bulk_actions_state CHECK (state IN ('waiting', 'running', 'finished', 'stopped')),
  CONSTRAINT bulk_actions_selection CHECK (filter IS NOT NULL OR items IS NOT NULL),
  CONSTRAINT bulk_actions_counts CHECK (done + skipped + failed <= coalesce(total, 0)),
  CONSTRAINT bulk_actions_end CHECK ((finished_at IS NULL) = (state IN ('waiting', 'running'))),
  CONSTRAINT bulk_actions_stop CHECK ((stop_code IS NOT NULL) = (state = 'stopped'))
);
CREATE INDEX bulk_actions_by_user ON bulk_actions (client_id, user_key, id);
CREATE INDEX bulk_actions_unfinished ON bulk_actions (client_id, progressed_at) WHERE finished_at IS NULL;
CREATE INDEX bulk_actions_by_end ON bulk_actions (finished_at) WHERE finished_at IS NOT NULL;

-- The items of a bulk action that were not changed, and why.
CREATE TABLE bulk_action_exceptions (
  client_id text COLLATE "C" NOT NULL,
  bulk_action_id uuid NOT NULL,
  position integer NOT NULL,
  item text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (client_id, bulk_action_id, position),
  CONSTRAINT bulk_action_exceptions_action FOREIGN KEY (client_id, bulk_action_id)
    REFERENCES bulk_actions (client_id, id) ON DELETE CASCADE,
  CONSTRAINT bulk_action_exceptions_outcome CHECK (outcome IN ('skipped', 'failed'))
);
