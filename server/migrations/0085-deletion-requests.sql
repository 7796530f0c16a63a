-- Employees, documents and requests that somebody asked to be erased. While a request is open there is no other of the same
-- resource. Once something was erased, `resource_id` is the pseudonym of an employee, and nothing here names the person.
CREATE TABLE deletion_requests (
  client_id text COLLATE "C" NOT NULL CONSTRAINT deletion_requests_client REFERENCES clients (id),
  id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL
    CONSTRAINT deletion_requests_type CHECK (resource_type IN ('employee', 'employee_document', 'company_document', 'request')),
  resource_id text COLLATE "C" NOT NULL,
  -- That of its table.
  resource_key bigint NOT NULL,
  -- Of whom it is; null for what belongs to nobody.
  employee_key bigint,
  resource_name text,
  mode text COLLATE "C" NOT NULL CONSTRAINT deletion_requests_mode CHECK (mode IN ('delete', 'anonymise')),
  status text COLLATE "C" NOT NULL CONSTRAINT deletion_requests_status CHECK (status IN ('evaluating', 'evaluated', 'confirmed',
    'preparing', 'prepared', 'processing', 'completed', 'failed', 'canceled')),
  outcome text COLLATE "C" CONSTRAINT deletion_requests_outcome CHECK (outcome IN ('complete', 'partial')),
  origin text COLLATE "C" NOT NULL CONSTRAINT deletion_requests_origin CHECK (origin IN ('api', 'portal', 'employee', 'retention')),
  reason text,
  requested_by_employee boolean NOT NULL,
  notification_recipient text,
  grace_days smallint NOT NULL CONSTRAINT deletion_requests_grace CHECK (grace_days BETWEEN 0 AND 365),
  send_package boolean NOT NULL,
  external_reference text,
  access_package_id uuid,
  package_sent boolean NOT NULL DEFAULT false,
  pseudonym text COLLATE "C",
  -- While it is being erased: by what the person is found, since the directory no longer says it.
  identity jsonb,
  -- Who asked, decided and withdrew. Employees are not named here.
  created_by jsonb NOT NULL,
  confirmed_by jsonb,
  canceled_by jsonb,
  due_at timestamptz,
  evaluated_at timestamptz,
  confirmed_at timestamptz,
  prepared_at timestamptz,
  processing_at timestamptz,
  completed_at timestamptz,
  canceled_at timestamptz,
  cancel_reason text,
  error text COLLATE "C",
  failures smallint NOT NULL DEFAULT 0,
  -- The disposal whose item it is.
  disposal_id uuid,
  disposal_item_key bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX deletion_requests_open ON deletion_requests (client_id, resource_type, resource_key)
  WHERE status IN ('evaluating', 'evaluated', 'confirmed', 'preparing', 'prepared', 'processing', 'failed');
CREATE INDEX deletion_requests_by_created_at ON deletion_requests (client_id, created_at, id);
CREATE INDEX deletion_requests_by_employee ON deletion_requests (client_id, employee_key, created_at, id) WHERE employee_key IS NOT NULL;
CREATE INDEX deletion_requests_by_package ON deletion_requests (client_id, access_package_id) WHERE access_package_id IS NOT NULL;
CREATE INDEX deletion_requests_in_progress ON deletion_requests (updated_at)
  WHERE status IN ('evaluating', 'confirmed', 'preparing', 'prepared', 'processing');
CREATE INDEX deletion_requests_partial ON deletion_requests (completed_at) WHERE outcome = 'partial' AND status = 'completed';

-- What each module said, and what became of it.
CREATE TABLE deletion_request_modules (
  client_id text COLLATE "C" NOT NULL,
  deletion_request_id uuid NOT NULL,
  position smallint NOT NULL,
  module text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL
    CONSTRAINT deletion_request_modules_status CHECK (status IN ('allowed', 'rejected', 'done', 'error')),
  -- Of what went, or will go: how much of each type.
  resources json NOT NULL,
  kept json NOT NULL,
  error text COLLATE "C",
  failures smallint NOT NULL DEFAULT 0,
  -- Where the next batch begins; null once there is none.
  reached text COLLATE "C",
  PRIMARY KEY (client_id, deletion_request_id, position),
  CONSTRAINT deletion_request_modules_request FOREIGN KEY (client_id, deletion_request_id) REFERENCES deletion_requests (client_id, id)
);

-- The resources whose events tell of the person, while it is being erased: the person's own, and others that name the person.
CREATE TABLE deletion_request_resources (
  client_id text COLLATE "C" NOT NULL,
  deletion_request_id uuid NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  is_own boolean NOT NULL,
  PRIMARY KEY (client_id, deletion_request_id, resource_id),
  CONSTRAINT deletion_request_resources_request FOREIGN KEY (client_id, deletion_request_id) REFERENCES deletion_requests (client_id, id)
);

-- Bytes of what went, until the store no longer has them or something else names them.
CREATE TABLE deletion_request_files (
  client_id text COLLATE "C" NOT NULL,
  deletion_request_id uuid NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, deletion_request_id, sha256),
  CONSTRAINT deletion_request_files_request FOREIGN KEY (client_id, deletion_request_id) REFERENCES deletion_requests (client_id, id)
);

-- What the report was when the request was completed; a request that went on later has another one.
CREATE TABLE deletion_request_reports (
  client_id text COLLATE "C" NOT NULL,
  deletion_request_id uuid NOT NULL,
  format text COLLATE "C" NOT NULL CONSTRAINT deletion_request_reports_format CHECK (format IN ('json', 'pdf')),
  sha256 text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  seal text COLLATE "C",
  PRIMARY KEY (client_id, deletion_request_id, format),
  CONSTRAINT deletion_request_reports_request FOREIGN KEY (client_id, deletion_request_id) REFERENCES deletion_requests (client_id, id)
);
CREATE INDEX deletion_request_reports_by_sha256 ON deletion_request_reports (sha256);

-- Who an employee was, by the pseudonym, in what others said and did.
CREATE TABLE erased_employees (
  client_id text COLLATE "C" NOT NULL CONSTRAINT erased_employees_client REFERENCES clients (id),
  key bigint NOT NULL,
  pseudonym text COLLATE "C" NOT NULL,
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, key)
);
CREATE UNIQUE INDEX erased_employees_by_pseudonym ON erased_employees (client_id, pseudonym);

-- An employee of whom something has to be kept. `deleted_at` is set as well, and nothing brings the employee back.
ALTER TABLE employees ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT employees_erased CHECK (erased_at IS NULL OR deleted_at IS NOT NULL);
