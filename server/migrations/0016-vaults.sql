-- Which employees' vaults the company reaches: one row for each employee whose vault it ever reached. A link that is made
-- again has another id; `deleted_at` says that there is none now, and keeps the next document from opening one by itself.
CREATE TABLE vault_links (
  client_id text COLLATE "C" NOT NULL,
  employee_key bigint NOT NULL,
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (client_id, employee_key),
  CONSTRAINT vault_links_employee FOREIGN KEY (client_id, employee_key) REFERENCES employees
);
CREATE UNIQUE INDEX vault_links_by_id ON vault_links (client_id, id);
CREATE INDEX vault_links_by_created_at ON vault_links (client_id, created_at, id) WHERE deleted_at IS NULL;

-- What vaults hold beside the documents that are linked to them: documents that were deleted from the folder, and those of
-- a link that was deleted, as they were then and under the id that they had. The company neither reads nor changes them.
CREATE TABLE vault_documents (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  employee_key bigint NOT NULL,
  document_type_id integer NOT NULL,
  title text NOT NULL,
  date timestamptz NOT NULL,
  filename text NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  page_count integer,
  -- When it was filed, which is when the vault received it.
  filed_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT vault_documents_employee FOREIGN KEY (client_id, employee_key) REFERENCES employees,
  CONSTRAINT vault_documents_type FOREIGN KEY (client_id, document_type_id) REFERENCES document_types
);
CREATE INDEX vault_documents_by_employee ON vault_documents (client_id, employee_key, filed_at, id);
CREATE INDEX vault_documents_by_sha256 ON vault_documents (sha256);

-- Documents that are in vaults already came over a link that nobody had written down.
INSERT INTO vault_links (client_id, employee_key, id, created_at)
SELECT client_id, employee_key, gen_random_uuid(), min(created_at) FROM documents WHERE is_linked GROUP BY client_id, employee_key;
