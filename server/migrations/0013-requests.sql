-- Every form that is put is kept as a version of its own, so that a request shows what its maker was asked. A form that was
-- deleted takes no more requests; those that were made from it stay.
CREATE TABLE form_versions (
  client_id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  definition json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, code, version)
);
INSERT INTO form_versions SELECT client_id, code, 1, definition::json, updated_at FROM forms;

ALTER TABLE forms ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE forms ALTER COLUMN version DROP DEFAULT;
ALTER TABLE forms ADD COLUMN total_hits bigint NOT NULL DEFAULT 0;
ALTER TABLE forms ADD COLUMN search_text text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE forms ALTER COLUMN search_text DROP DEFAULT;
UPDATE forms SET search_text = ' ' || lower(code || ' ' || (definition ->> 'title')) || ' ';
ALTER TABLE forms ADD COLUMN deleted_at timestamptz;
ALTER TABLE forms DROP COLUMN definition;

-- The form that every client has; one that a set-up called so stays as it is.
INSERT INTO form_versions SELECT id, 'default', 1, '{"title": "Request", "fields": []}', created_at FROM clients
  ON CONFLICT DO NOTHING;
INSERT INTO forms (client_id, code, version, search_text, created_at, updated_at)
  SELECT id, 'default', 1, ' default request ', created_at, created_at FROM clients ON CONFLICT DO NOTHING;

-- In the order in which lists sort them.
CREATE TYPE request_status AS ENUM ('created', 'open', 'pending', 'closed');
CREATE TYPE request_priority AS ENUM ('LOW', 'NORMAL', 'URGENT');
CREATE TYPE request_origin AS ENUM ('API', 'EMAIL', 'PHONE', 'PORTAL');

-- The number of a request is known before it is stored, since what is told of it has it too.
CREATE SEQUENCE request_ids;

-- No foreign keys: every request would lock the few rows that all of them refer to. Forms and employees are never removed; a
-- manager who is gone is shown as null.
CREATE TABLE requests (
  client_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  form_code text COLLATE "C" NOT NULL,
  form_version integer NOT NULL,
  subject text NOT NULL CONSTRAINT requests_subject_length CHECK (char_length(subject) BETWEEN 1 AND 256),
  sort_subject text COLLATE "C" NOT NULL,
  body text,
  body_json json,
  origin request_origin NOT NULL,
  priority request_priority NOT NULL,
  status request_status NOT NULL,
  custom_state text NOT NULL CONSTRAINT requests_custom_state_length CHECK (char_length(custom_state) <= 100),
  employee_key bigint,
  -- A manager, or an employee who asks for himself.
  creator_user_key bigint,
  creator_employee_key bigint,
  manager_keys bigint[] NOT NULL,
  processing_date_due timestamptz,
  processing_start_date timestamptz,
  closed_by_user_key bigint,
  closed_at timestamptz,
  visible_by_employee boolean NOT NULL,
  callback_url text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT requests_creator CHECK ((creator_user_key IS NULL) <> (creator_employee_key IS NULL)),
  CONSTRAINT requests_closing CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT requests_visibility CHECK (employee_key IS NOT NULL OR NOT visible_by_employee)
);
CREATE INDEX requests_by_created_at ON requests (client_id, created_at, id);
CREATE INDEX requests_by_updated_at ON requests (client_id, updated_at, id);
CREATE INDEX requests_by_closed_at ON requests (client_id, closed_at, id);
CREATE INDEX requests_by_due ON requests (client_id, processing_date_due, id);
CREATE INDEX requests_by_subject ON requests (client_id, sort_subject, id);
CREATE INDEX requests_by_status ON requests (client_id, status, created_at, id);
CREATE INDEX requests_by_origin ON requests (client_id, origin, created_at, id);
CREATE INDEX requests_by_priority ON requests (client_id, priority, created_at, id);
CREATE INDEX requests_by_form ON requests (client_id, form_code, created_at, id);
CREATE INDEX requests_by_employee ON requests (client_id, employee_key, created_at, id) WHERE employee_key IS NOT NULL;
CREATE INDEX requests_by_creator ON requests (client_id, creator_user_key, created_at, id) WHERE creator_user_key IS NOT NULL;
CREATE INDEX requests_by_creating_employee ON requests (client_id, creator_employee_key, created_at, id)
  WHERE creator_employee_key IS NOT NULL;

-- How many requests there are, by what lists ask for, so that no list has to count them. A change is noted first
-- (request_changes_to_count) and added up later; a count is the tally and what is noted beside it.
CREATE TABLE request_tallies (
  client_id text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (client_id, dimension, value)
);
CREATE TABLE request_changes_to_count (
  client_id text COLLATE "C" NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  change smallint NOT NULL,
  form_code text COLLATE "C" NOT NULL,
  status request_status NOT NULL,
  origin request_origin NOT NULL,
  creator_user_key bigint,
  creator_employee_key bigint,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (client_id, id)
);

-- What happened to a request, and by whom. The person is null when the caller named none; `actor` is what they called by.
CREATE TABLE request_history (
  client_id text COLLATE "C" NOT NULL,
  request_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  action text COLLATE "C" NOT NULL CONSTRAINT request_history_action CHECK (action IN ('created', 'updated', 'commented')),
  changes json NOT NULL,
  comment_id bigint,
  user_key bigint,
  employee_key bigint,
  actor_type text COLLATE "C" NOT NULL,
  actor_name text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, request_id, id),
  CONSTRAINT request_history_comment CHECK ((action = 'commented') = (comment_id IS NOT NULL))
);

CREATE TABLE request_comments (
  client_id text COLLATE "C" NOT NULL,
  request_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  body text NOT NULL,
  internal boolean NOT NULL,
  user_key bigint,
  employee_key bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, request_id, id)
);

-- Files that came with a request, one for each file field, or with one of its comments, in their order.
CREATE TABLE request_files (
  client_id text COLLATE "C" NOT NULL,
  request_id bigint NOT NULL,
  id uuid NOT NULL,
  field_code text COLLATE "C",
  comment_id bigint,
  position smallint NOT NULL,
  filename text NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, request_id, id),
  CONSTRAINT request_files_place CHECK ((field_code IS NULL) <> (comment_id IS NULL))
);
CREATE INDEX request_files_by_sha256 ON request_files (sha256);
