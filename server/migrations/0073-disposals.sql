-- A disposal is what one policy decides and is due at one time, item by item, with who let it go.
CREATE TABLE disposals (
  client_id text COLLATE "C" NOT NULL CONSTRAINT disposals_client REFERENCES clients (id),
  id uuid NOT NULL,
  retention_policy_id text COLLATE "C" NOT NULL,
  -- As it was when the disposal was made.
  policy json NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL CONSTRAINT disposals_action CHECK (action IN ('trash', 'delete', 'anonymise')),
  status text COLLATE "C" NOT NULL CONSTRAINT disposals_status CHECK (status IN ('gathering', 'waiting_for_approval', 'processing', 'completed', 'canceled', 'failed')),
  origin text COLLATE "C" NOT NULL CONSTRAINT disposals_origin CHECK (origin IN ('daily', 'api', 'portal')),
  needs_approval smallint NOT NULL CONSTRAINT disposals_needs_approval CHECK (needs_approval BETWEEN 0 AND 2),
  created_by jsonb NOT NULL,
  total integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0,
  approved integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  not_due integer NOT NULL DEFAULT 0,
  gone integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  -- The key of the last item whose turn came, and of the last one whose files were looked after.
  items_until bigint NOT NULL DEFAULT 0,
  files_until bigint NOT NULL DEFAULT 0,
  -- How often in a row a step failed.
  failures smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  gathered_at timestamptz,
  completed_at timestamptz,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX disposals_open ON disposals (client_id, retention_policy_id)
  WHERE status IN ('gathering', 'waiting_for_approval', 'processing');
CREATE INDEX disposals_by_created_at ON disposals (client_id, created_at, id);
CREATE INDEX disposals_by_policy ON disposals (client_id, retention_policy_id, created_at, id);
CREATE INDEX disposals_in_progress ON disposals (updated_at) WHERE status IN ('gathering', 'processing');

-- Each item is changed two or three times: room on its page keeps its place in the indexes, none of which has what changes.
CREATE TABLE disposal_items (
  client_id text COLLATE "C" NOT NULL,
  disposal_id uuid NOT NULL,
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  -- As its table knows it, and as callers do (employees by their key).
  resource_key text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  due_on date NOT NULL,
  status text COLLATE "C" NOT NULL CONSTRAINT disposal_items_status CHECK (status IN ('waiting', 'approved', 'rejected', 'held', 'not_due', 'gone', 'done', 'failed')),
  approved_by text[] COLLATE "C" NOT NULL DEFAULT '{}',
  reason text,
  legal_hold_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
  files json NOT NULL DEFAULT '[]',
  disposed_at timestamptz,
  PRIMARY KEY (client_id, disposal_id, key),
  CONSTRAINT disposal_items_disposal FOREIGN KEY (client_id, disposal_id) REFERENCES disposals (client_id, id)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX disposal_items_by_id ON disposal_items (client_id, disposal_id, id);

CREATE TABLE disposal_approvals (
  client_id text COLLATE "C" NOT NULL,
  disposal_id uuid NOT NULL,
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  technical_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  at timestamptz NOT NULL,
  items integer NOT NULL,
  comment text,
  PRIMARY KEY (client_id, disposal_id, key),
  CONSTRAINT disposal_approvals_disposal FOREIGN KEY (client_id, disposal_id) REFERENCES disposals (client_id, id)
);

-- The certificate of destruction in each of its forms; `seal` is that of the JSON.
CREATE TABLE disposal_certificates (
  client_id text COLLATE "C" NOT NULL,
  disposal_id uuid NOT NULL,
  format text COLLATE "C" NOT NULL CONSTRAINT disposal_certificates_format CHECK (format IN ('json', 'pdf')),
  sha256 text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  seal text COLLATE "C",
  PRIMARY KEY (client_id, disposal_id, format),
  CONSTRAINT disposal_certificates_disposal FOREIGN KEY (client_id, disposal_id) REFERENCES disposals (client_id, id)
);
CREATE INDEX disposal_certificates_by_sha256 ON disposal_certificates (sha256);

-- A request that was made anonymous stays for counting, and its person is this pseudonym.
ALTER TABLE requests ADD COLUMN anonymised_as text COLLATE "C";
ALTER TABLE requests DROP CONSTRAINT requests_creator;
ALTER TABLE requests ADD CONSTRAINT requests_creator CHECK (CASE WHEN anonymised_as IS NULL
  THEN (creator_user_key IS NULL) <> (creator_employee_key IS NULL) ELSE creator_employee_key IS NULL END);
CREATE OR REPLACE FUNCTION keep_held_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, 'request', OLD.id::text);
  RETURN coalesce(NEW, OLD);
END $$;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN RETURN; END IF;
  CREATE TRIGGER legal_hold_anonymise BEFORE UPDATE OF anonymised_as ON requests FOR EACH ROW
    WHEN (OLD.anonymised_as IS NULL AND NEW.anonymised_as IS NOT NULL) EXECUTE FUNCTION keep_held_request();
END $$;
