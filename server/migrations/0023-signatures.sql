-- Kinds of signatures that a client offers: what signers agree to, how long they have, how often they are reminded.
CREATE TABLE signature_types (
  client_id text COLLATE "C" NOT NULL CONSTRAINT signature_types_client REFERENCES clients,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  localized_names jsonb NOT NULL,
  localized_consents jsonb NOT NULL,
  expiry_days integer,
  reminder_days integer,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);

-- What the documents of a client are sealed with: a certificate that was made for it, or its own.
CREATE TABLE signature_certificates (
  client_id text COLLATE "C" NOT NULL CONSTRAINT signature_certificates_client REFERENCES clients,
  sealed_key text NOT NULL,
  certificates text NOT NULL,
  is_made boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id)
);

CREATE TYPE signature_status AS ENUM ('draft', 'signing', 'signed', 'sent', 'done', 'rejected', 'expired', 'canceled');

-- A document that people are to sign. `key` is the order in which they came. Between `all_signed_at` and `signed_at` it is
-- being sealed. No foreign keys to people, who are never removed or shown as gone, nor to types of documents.
CREATE TABLE signature_processes (
  client_id text COLLATE "C" NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  signature_type_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  reason text,
  message text,
  status signature_status NOT NULL,
  document_type_id integer,
  metas json NOT NULL,
  filters json NOT NULL,
  employee_key bigint,
  expiry_date date,
  auto_send boolean NOT NULL,
  callback_url text,
  -- The manager who made it in the portal; null when an application did.
  creator_user_key bigint,
  creator_name text,
  -- Where it was filed at the end.
  document_id uuid,
  search_text text COLLATE "C" NOT NULL,
  started_at timestamptz,
  all_signed_at timestamptz,
  signed_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, key),
  CONSTRAINT signature_processes_type FOREIGN KEY (client_id, signature_type_id) REFERENCES signature_types,
  CONSTRAINT signature_processes_end CHECK ((status IN ('done', 'rejected', 'expired', 'canceled')) = (ended_at IS NOT NULL)),
  CONSTRAINT signature_processes_start CHECK (status = 'draft' OR started_at IS NOT NULL)
);
CREATE UNIQUE INDEX signature_processes_by_id ON signature_processes (client_id, id);
CREATE INDEX signature_processes_by_created_at ON signature_processes (client_id, created_at, key);
CREATE INDEX signature_processes_by_updated_at ON signature_processes (client_id, updated_at, key);
CREATE INDEX signature_processes_by_status ON signature_processes (client_id, status, created_at, key);
CREATE INDEX signature_processes_by_type ON signature_processes (client_id, signature_type_id);
CREATE INDEX signature_processes_by_employee ON signature_processes (client_id, employee_key) WHERE employee_key IS NOT NULL;
CREATE INDEX signature_processes_by_creator ON signature_processes (client_id, creator_user_key) WHERE creator_user_key IS NOT NULL;
CREATE INDEX signature_processes_to_expire ON signature_processes (expiry_date) WHERE status = 'signing' AND all_signed_at IS NULL;
CREATE INDEX signature_processes_search ON signature_processes USING gin (client_id, search_text gin_trgm_ops);

-- The document of a process as it came, and as it was sealed. `id` is the process.
CREATE TABLE signature_files (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  version text COLLATE "C" NOT NULL CONSTRAINT signature_files_version CHECK (version IN ('original', 'sealed')),
  filename text NOT NULL,
  size bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  page_count integer NOT NULL,
  PRIMARY KEY (client_id, id, version),
  CONSTRAINT signature_files_process FOREIGN KEY (client_id, id) REFERENCES signature_processes (client_id, id) ON DELETE CASCADE
);
CREATE INDEX signature_files_by_sha256 ON signature_files (sha256);

CREATE TYPE signer_status AS ENUM ('waiting', 'asked', 'signed', 'rejected');

-- Who signs, in their order. Names and addresses of people of the client are looked up, until they sign: what the sealed
-- document says is kept.
CREATE TABLE signature_signers (
  client_id text COLLATE "C" NOT NULL,
  process_id uuid NOT NULL,
  id uuid NOT NULL,
  rank smallint NOT NULL,
  type text COLLATE "C" NOT NULL CONSTRAINT signature_signers_type CHECK (type IN ('user', 'employee', 'external')),
  user_key bigint,
  employee_key bigint,
  first_name text,
  last_name text,
  email text,
  signing_order smallint NOT NULL,
  -- Where on the pages the signature is drawn.
  positions json NOT NULL,
  status signer_status NOT NULL,
  asked_at timestamptz,
  reminded_at timestamptz,
  viewed_at timestamptz,
  signed_at timestamptz,
  rejected_at timestamptz,
  rejection_reason text,
  drawing json,
  -- The code by which an external proves to have the address, and the visit that it opened.
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries smallint NOT NULL DEFAULT 0,
  visit_hash bytea,
  visit_expires_at timestamptz,
  PRIMARY KEY (client_id, process_id, id),
  CONSTRAINT signature_signers_process FOREIGN KEY (client_id, process_id) REFERENCES signature_processes (client_id, id) ON DELETE CASCADE,
  CONSTRAINT signature_signers_person CHECK (
    (type = 'user') = (user_key IS NOT NULL) AND (type = 'employee') = (employee_key IS NOT NULL)),
  CONSTRAINT signature_signers_drawing CHECK ((status = 'signed') = (drawing IS NOT NULL))
);
-- A mailed link names no client.
CREATE UNIQUE INDEX signature_signers_by_id ON signature_signers (id);
CREATE UNIQUE INDEX signature_signers_by_visit ON signature_signers (visit_hash) WHERE visit_hash IS NOT NULL;
CREATE INDEX signature_signers_by_employee ON signature_signers (client_id, employee_key) WHERE employee_key IS NOT NULL;
CREATE INDEX signature_signers_by_user ON signature_signers (client_id, user_key) WHERE user_key IS NOT NULL;
CREATE INDEX signature_signers_to_remind ON signature_signers (coalesce(reminded_at, asked_at)) WHERE status = 'asked';

-- Everything that happened on the way to the signatures: by whom, when, from where.
CREATE TABLE signature_evidence (
  client_id text COLLATE "C" NOT NULL,
  process_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  signer_id uuid,
  action text COLLATE "C" NOT NULL,
  actor_name text,
  address text,
  agent text,
  detail text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, process_id, id),
  CONSTRAINT signature_evidence_process FOREIGN KEY (client_id, process_id) REFERENCES signature_processes (client_id, id) ON DELETE CASCADE
);
