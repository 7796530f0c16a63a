-- What kinds of documents there are. `id` is the client's own number of a type; the code names it as well.

CREATE TABLE document_types (
  client_id text COLLATE "C" NOT NULL CONSTRAINT document_types_client REFERENCES clients,
  id integer NOT NULL,
  code text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CONSTRAINT document_types_kind CHECK (kind IN ('employee', 'company')),
  name text NOT NULL,
  localized_names jsonb NOT NULL,
  visible_by_employee boolean NOT NULL,
  upload_by_employee boolean NOT NULL,
  retention jsonb,
  metas jsonb NOT NULL,
  filters jsonb NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX document_types_by_code ON document_types (client_id, code);
