-- Files that callers sent ahead of what they want done with them. One that nobody used by then goes at expires_at.
-- `sha256` is the key of its bytes in the file store.
CREATE TABLE uploads (
  client_id text COLLATE "C" NOT NULL CONSTRAINT uploads_client REFERENCES clients,
  id uuid NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);
CREATE INDEX uploads_by_sha256 ON uploads (sha256);

-- Imports of files, of every kind. `key` is the order in which they were submitted.
CREATE TABLE imports (
  client_id text COLLATE "C" NOT NULL CONSTRAINT imports_client REFERENCES clients,
  id uuid NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  kind text COLLATE "C" NOT NULL CONSTRAINT imports_kind CHECK (kind IN ('dataset', 'managers')),
  -- What concerns data sets only.
  dataset_id text COLLATE "C",
  mode text COLLATE "C" CONSTRAINT imports_mode CHECK (mode IN ('replace', 'merge')),
  on_error text COLLATE "C" CONSTRAINT imports_on_error CHECK (on_error IN ('abort', 'skip')),
  is_dry_run boolean NOT NULL DEFAULT false,
  dimensions_count integer NOT NULL DEFAULT 0,
  values_count integer NOT NULL DEFAULT 0,
  -- The file, as it was sent.
  filename text NOT NULL,
  content_type text NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL CONSTRAINT imports_origin CHECK (origin IN ('api', 'web', 'cli')),
  actor_type text COLLATE "C" NOT NULL,
  actor_id text,
  actor_name text,
  status text COLLATE "C" NOT NULL CONSTRAINT imports_status CHECK (status IN ('queued', 'in_progress', 'finished')),
  result text COLLATE "C" CONSTRAINT imports_result CHECK (result IN ('success', 'partial_success', 'error')),
  stats json NOT NULL,
  -- The first errors of its report.
  errors json NOT NULL DEFAULT '[]',
  progress real NOT NULL DEFAULT 0,
  -- How often it was begun: an import whose worker died is run again.
  runs integer NOT NULL DEFAULT 0,
  -- For imports that are made in steps: how many were done.
  steps_done integer NOT NULL DEFAULT 0,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT imports_of_a_dataset CHECK ((kind = 'dataset') = (dataset_id IS NOT NULL AND mode IS NOT NULL AND on_error IS NOT NULL)),
  CONSTRAINT imports_end CHECK ((status = 'finished') = (result IS NOT NULL AND finished_at IS NOT NULL))
);
CREATE INDEX imports_by_kind ON imports (client_id, kind, id);
CREATE INDEX imports_by_dataset ON imports (client_id, dataset_id, key) WHERE dataset_id IS NOT NULL;
CREATE INDEX imports_by_sha256 ON imports (sha256);

-- The report of an import, in the order in which it was written. `cells` is a row that was left out, as it was, where rows
-- can be mended and imported again.
CREATE TABLE import_report_lines (
  client_id text COLLATE "C" NOT NULL,
  import_id uuid NOT NULL,
  position integer NOT NULL,
  severity text COLLATE "C" NOT NULL CONSTRAINT import_report_lines_severity CHECK (severity IN ('error', 'warning', 'info')),
  line integer,
  field text,
  code text COLLATE "C" NOT NULL,
  message text NOT NULL,
  cells json,
  PRIMARY KEY (client_id, import_id, position),
  CONSTRAINT import_report_lines_import FOREIGN KEY (client_id, import_id) REFERENCES imports
);
