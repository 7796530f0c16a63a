-- What projects of a client may be made with; see the section `distribution` of the set-up.
CREATE TABLE distribution_validation_options (
  client_id text COLLATE "C" NOT NULL CONSTRAINT distribution_validation_options_client REFERENCES clients,
  id integer NOT NULL CONSTRAINT distribution_validation_options_id CHECK (id >= 1),
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT distribution_validation_options_code UNIQUE (client_id, code)
);
CREATE TABLE distribution_paper_configurations (
  client_id text COLLATE "C" NOT NULL CONSTRAINT distribution_paper_configurations_client REFERENCES clients,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  address_window text COLLATE "C" NOT NULL CONSTRAINT distribution_paper_window CHECK (address_window IN ('left', 'right')),
  duplex boolean NOT NULL,
  PRIMARY KEY (client_id, code)
);
CREATE TABLE distribution_groups (
  client_id text COLLATE "C" NOT NULL CONSTRAINT distribution_groups_client REFERENCES clients,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- Technical ids.
  managers text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, code)
);
CREATE TABLE distribution_types (
  client_id text COLLATE "C" NOT NULL CONSTRAINT distribution_types_client REFERENCES clients,
  id integer NOT NULL CONSTRAINT distribution_types_id CHECK (id >= 1),
  code text COLLATE "C" NOT NULL,
  definition json NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT distribution_types_code UNIQUE (client_id, code)
);

-- Numbers are known before the rows are stored, since what is told of them has them too.
CREATE SEQUENCE distribution_project_ids AS integer;
CREATE SEQUENCE distribution_ids AS integer;

-- In the order of their life.
CREATE TYPE distribution_project_status AS ENUM
  ('new', 'preparing', 'waiting_for_validation', 'validated', 'delivering', 'completed', 'canceled', 'error');

-- A project keeps the settings that it was made with: `paper` is null without paper.
CREATE TABLE distribution_projects (
  client_id text COLLATE "C" NOT NULL CONSTRAINT distribution_projects_client REFERENCES clients,
  id integer NOT NULL,
  name text NOT NULL CONSTRAINT distribution_projects_name CHECK (char_length(name) BETWEEN 1 AND 255),
  status distribution_project_status NOT NULL,
  validation_option integer NOT NULL,
  paper_code text COLLATE "C" NOT NULL,
  paper json,
  regroup_paper_mailing boolean NOT NULL,
  package_sent_to_orgs boolean,
  package_address json NOT NULL,
  package_contact text,
  group_code text COLLATE "C",
  sender_id text COLLATE "C",
  auto_validate boolean NOT NULL,
  -- Who validated it: the documents are filed in their name.
  validator json,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  validated_at timestamptz,
  -- When it was completed or canceled; nothing of it changes after that.
  ended_at timestamptz,
  -- When the files that it was made from were let go.
  released_at timestamptz,
  search_text text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT distribution_projects_end CHECK ((status IN ('completed', 'canceled')) = (ended_at IS NOT NULL))
);
CREATE INDEX distribution_projects_by_status ON distribution_projects (client_id, status, id);
CREATE INDEX distribution_projects_to_release ON distribution_projects (ended_at) WHERE released_at IS NULL AND ended_at IS NOT NULL;

CREATE TYPE distribution_status AS ENUM ('new', 'processing', 'ready', 'error');

-- A spool of a project. `type` is the type of the set-up as it was; the counts say what became of its parts.
CREATE TABLE distributions (
  client_id text COLLATE "C" NOT NULL,
  project_id integer NOT NULL,
  id integer NOT NULL,
  name text NOT NULL CONSTRAINT distributions_name CHECK (char_length(name) BETWEEN 1 AND 255),
  type json NOT NULL,
  filename text NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 text COLLATE "C",
  status distribution_status NOT NULL,
  error json,
  actor json NOT NULL,
  runs integer NOT NULL DEFAULT 0,
  progress real NOT NULL DEFAULT 0,
  documents integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  assigned integer NOT NULL DEFAULT 0,
  unmatched integer NOT NULL DEFAULT 0,
  ambiguous integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  left_out integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT distributions_project FOREIGN KEY (client_id, project_id) REFERENCES distribution_projects,
  CONSTRAINT distributions_once UNIQUE (client_id, project_id, name),
  CONSTRAINT distributions_error CHECK ((status = 'error') = (error IS NOT NULL))
);
CREATE INDEX distributions_by_project ON distributions (client_id, project_id, id);
CREATE INDEX distributions_by_sha256 ON distributions (sha256) WHERE sha256 IS NOT NULL;

CREATE TYPE distribution_outcome AS ENUM ('matched', 'assigned', 'unmatched', 'ambiguous', 'rejected', 'left_out');

-- One for each part of a spool, whatever became of it. No foreign keys to the directory: employees and types are never removed.
CREATE TABLE distribution_documents (
  client_id text COLLATE "C" NOT NULL,
  project_id integer NOT NULL,
  distribution_id integer NOT NULL,
  position integer NOT NULL,
  id uuid NOT NULL,
  file text NOT NULL,
  first_page integer,
  page_count integer,
  outcome distribution_outcome NOT NULL,
  reason text COLLATE "C",
  message text,
  -- Why it cannot be handed out to anybody: `reason` and `message`, whatever is decided about it.
  fault json,
  -- What the part says of its employee.
  employee_number text,
  organization text,
  period text,
  employee_key bigint,
  organization_key integer,
  document_type_id integer,
  title text NOT NULL,
  date timestamptz,
  metas json NOT NULL,
  filters json NOT NULL,
  filename text NOT NULL,
  content_type text COLLATE "C",
  size bigint,
  sha256 text COLLATE "C",
  -- Once it is filed.
  document_id uuid,
  package_number integer,
  PRIMARY KEY (client_id, project_id, distribution_id, position),
  CONSTRAINT distribution_documents_distribution FOREIGN KEY (client_id, distribution_id) REFERENCES distributions ON DELETE CASCADE,
  CONSTRAINT distribution_documents_employee CHECK ((outcome IN ('matched', 'assigned')) <= (employee_key IS NOT NULL))
);
CREATE INDEX distribution_documents_by_id ON distribution_documents (client_id, id);
CREATE INDEX distribution_documents_by_distribution ON distribution_documents (client_id, distribution_id, position);
CREATE INDEX distribution_documents_by_sha256 ON distribution_documents (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX distribution_documents_to_deliver ON distribution_documents (client_id, project_id, distribution_id, position)
  WHERE document_id IS NULL AND outcome IN ('matched', 'assigned');
CREATE INDEX distribution_documents_by_employee ON distribution_documents (client_id, project_id, employee_key)
  WHERE document_id IS NOT NULL;
CREATE INDEX distribution_documents_by_package ON distribution_documents (client_id, project_id, package_number)
  WHERE package_number IS NOT NULL;

-- Envelopes of a project with paper. They are planned first and made one after the other; `sha256` is null until then.
CREATE TABLE distribution_packages (
  client_id text COLLATE "C" NOT NULL,
  project_id integer NOT NULL,
  number integer NOT NULL,
  id uuid NOT NULL,
  employee_key bigint NOT NULL,
  organization_key integer,
  address text[],
  page_count integer,
  problem text,
  size bigint,
  sha256 text COLLATE "C",
  made_at timestamptz,
  PRIMARY KEY (client_id, project_id, number),
  CONSTRAINT distribution_packages_project FOREIGN KEY (client_id, project_id) REFERENCES distribution_projects
);
CREATE INDEX distribution_packages_by_sha256 ON distribution_packages (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX distribution_packages_to_make ON distribution_packages (client_id, project_id, number) WHERE made_at IS NULL;
