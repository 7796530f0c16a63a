-- Which files a type takes, by the ends of their names in lower case; none means any.
ALTER TABLE document_types ADD COLUMN allowed_extensions text[] COLLATE "C" NOT NULL DEFAULT '{}';

-- Documents of employees and of companies. `key` is the order in which they came. `sha256` is the key of the bytes in the
-- file store; equal bytes of several documents lie there once. There are no foreign keys, since every upload would lock, and
-- write, the few rows that all of them refer to: clients, types and employees are never deleted, and whoever files a document
-- holds the directory, so that no organization goes meanwhile; see directory-lock.ts.
CREATE TABLE documents (
  client_id text COLLATE "C" NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CONSTRAINT documents_kind CHECK (kind IN ('employee', 'company')),
  document_type_id integer NOT NULL,
  employee_key bigint,
  organization_keys integer[] NOT NULL,
  title text NOT NULL,
  external_unique_id text COLLATE "C",
  external_reference text COLLATE "C",
  date timestamptz NOT NULL,
  metas json NOT NULL,
  filters json NOT NULL,
  api_uploader_name text,
  filename text NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  page_count integer,
  origin text COLLATE "C" NOT NULL CONSTRAINT documents_origin CHECK (origin IN ('api', 'portal', 'distribution', 'signature')),
  -- Whether the employee's vault holds it too.
  is_linked boolean NOT NULL,
  legal_hold boolean NOT NULL DEFAULT false,
  search_text text COLLATE "C" NOT NULL,
  trashed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, key),
  CONSTRAINT documents_owner CHECK ((kind = 'employee') = (employee_key IS NOT NULL)),
  CONSTRAINT documents_link CHECK (kind = 'employee' OR NOT is_linked)
);
-- Whoever signs a download names no client.
CREATE INDEX documents_by_id ON documents (id);
CREATE UNIQUE INDEX documents_by_external_unique_id ON documents (client_id, external_unique_id) WHERE external_unique_id IS NOT NULL;
CREATE INDEX documents_by_created_at ON documents (client_id, kind, created_at, key) WHERE trashed_at IS NULL;
CREATE INDEX documents_by_date ON documents (client_id, kind, date, key) WHERE trashed_at IS NULL;
CREATE INDEX documents_trashed ON documents (client_id, kind, created_at, key) WHERE trashed_at IS NOT NULL;
CREATE INDEX documents_by_employee ON documents (client_id, employee_key, document_type_id) WHERE employee_key IS NOT NULL;
CREATE INDEX documents_by_type ON documents (client_id, document_type_id, created_at, key) WHERE trashed_at IS NULL;
CREATE INDEX documents_by_sha256 ON documents (sha256);
CREATE INDEX documents_search ON documents USING gin (client_id, organization_keys, search_text gin_trgm_ops);
