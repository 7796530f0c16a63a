-- Access packages: everything that is kept about an employee, in a ZIP.
CREATE TABLE access_packages (
  client_id text COLLATE "C" NOT NULL CONSTRAINT access_packages_client REFERENCES clients (id),
  id uuid NOT NULL,
  employee_key bigint NOT NULL,
  status text COLLATE "C" NOT NULL
    CONSTRAINT access_packages_status CHECK (status IN ('queued', 'building', 'ready', 'failed', 'expired')),
  origin text COLLATE "C" NOT NULL
    CONSTRAINT access_packages_origin CHECK (origin IN ('api', 'portal', 'employee', 'deletion_request')),
  exclude text[] COLLATE "C" NOT NULL,
  notify boolean NOT NULL,
  -- Where its link goes in place of the employee's address.
  recipient text,
  -- The job that learns what became of it, with its data.
  settled_job jsonb,
  requested_by jsonb NOT NULL,
  size bigint,
  -- What the bytes are or were. `sha256` names them in the store, and goes with them.
  digest text COLLATE "C",
  sha256 text COLLATE "C",
  entries_count integer,
  -- How far the build is, from 0 to 1, and how often in a row it failed.
  progress real NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  error text,
  expires_at timestamptz NOT NULL,
  ready_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT access_packages_employee FOREIGN KEY (client_id, employee_key) REFERENCES employees (client_id, key),
  CONSTRAINT access_packages_bytes CHECK ((status = 'ready') = (sha256 IS NOT NULL))
);
-- One of an employee is made at a time.
CREATE UNIQUE INDEX access_packages_open ON access_packages (client_id, employee_key) WHERE status IN ('queued', 'building');
CREATE INDEX access_packages_by_created_at ON access_packages (client_id, created_at, id);
CREATE INDEX access_packages_by_employee ON access_packages (client_id, employee_key, created_at, id);
CREATE INDEX access_packages_by_sha256 ON access_packages (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX access_packages_by_expiry ON access_packages (expires_at) WHERE status IN ('queued', 'building', 'ready');
CREATE INDEX access_packages_in_progress ON access_packages (updated_at) WHERE status IN ('queued', 'building');

CREATE TABLE access_package_downloads (
  client_id text COLLATE "C" NOT NULL,
  package_id uuid NOT NULL,
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  actor_type text COLLATE "C" NOT NULL,
  actor_id text,
  actor_name text,
  PRIMARY KEY (client_id, package_id, key),
  CONSTRAINT access_package_downloads_package FOREIGN KEY (client_id, package_id)
    REFERENCES access_packages (client_id, id) ON DELETE CASCADE
);

-- The link of a person who cannot log in: a secret in a mail, and codes that are mailed to the same address.
CREATE TABLE access_package_links (
  client_id text COLLATE "C" NOT NULL,
  package_id uuid NOT NULL,
  link_hash bytea NOT NULL,
  recipient text NOT NULL,
  code_hash bytea,
  code_expires_at timestamptz,
  codes_sent smallint NOT NULL DEFAULT 0,
  wrong_codes smallint NOT NULL DEFAULT 0,
  visit_hash bytea,
  visit_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, package_id),
  CONSTRAINT access_package_links_package FOREIGN KEY (client_id, package_id)
    REFERENCES access_packages (client_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX access_package_links_by_hash ON access_package_links (link_hash, client_id);

-- What is kept about a person is looked for by the address of a mail. It locks the list of sent mails against new ones for
-- as long as it reads it: seconds for a million.
CREATE INDEX mails_by_recipient ON mails (client_id, lower(recipient), key);
