-- How long resources are kept. Nothing is stored for each of them: what a policy means follows from its row.
CREATE TABLE retention_policies (
  client_id text COLLATE "C" NOT NULL CONSTRAINT retention_policies_client REFERENCES clients (id),
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL,
  resource_type text COLLATE "C" NOT NULL CONSTRAINT retention_policies_type
    CHECK (resource_type IN ('employee_document', 'company_document', 'request', 'signature_process', 'note', 'employee')),
  -- As it was put; the columns below are what it means. Null fits everything.
  filters jsonb NOT NULL,
  document_type_ids integer[],
  form_codes text[] COLLATE "C",
  -- As in profiles: negative where it is the organization without those below.
  organization_keys integer[],
  -- For each code the values that fit.
  custom_fields jsonb,
  trigger_event text COLLATE "C" NOT NULL,
  trigger_code text COLLATE "C",
  trigger_date date,
  -- ISO 8601, as it was put, and what it means.
  delay text COLLATE "C" NOT NULL,
  delay_interval interval NOT NULL,
  action text COLLATE "C" NOT NULL CONSTRAINT retention_policies_action CHECK (action IN ('trash', 'delete', 'anonymise')),
  legal_basis text NOT NULL,
  needs_approval smallint NOT NULL CONSTRAINT retention_policies_approval CHECK (needs_approval BETWEEN 0 AND 2),
  protects boolean NOT NULL,
  origin text COLLATE "C" NOT NULL CONSTRAINT retention_policies_origin CHECK (origin IN ('api', 'portal', 'setup')),
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT retention_policies_code CHECK ((trigger_event IN ('document_meta', 'employee_custom_field')) = (trigger_code IS NOT NULL)),
  CONSTRAINT retention_policies_date CHECK ((trigger_event = 'fixed_date') = (trigger_date IS NOT NULL))
);
CREATE INDEX retention_policies_protecting ON retention_policies (client_id, resource_type) WHERE enabled AND protects;

-- What a person wanted to keep for longer than its policy says. Resources are named as in legal_hold_items.
CREATE TABLE retention_postponements (
  client_id text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  -- The first day on which it may go.
  until date NOT NULL,
  PRIMARY KEY (client_id, resource_type, resource_id)
);

-- All policies of a client: those that were put, and those that follow from the retention of a document type.
CREATE VIEW effective_retention_policies AS
SELECT client_id, id, name, enabled, resource_type, filters, document_type_ids, form_codes, organization_keys, custom_fields,
  trigger_event, trigger_code, trigger_date, delay, delay_interval, action, legal_basis, needs_approval, protects, origin,
  search_text, created_at, updated_at
FROM retention_policies
UNION ALL
SELECT client_id, 'type:' || code COLLATE "C", name, true, kind || '_document' COLLATE "C", jsonb_build_object('document_type_codes', jsonb_build_array(code)),
  ARRAY[id], NULL, NULL, NULL,
  CASE retention ->> 'from' WHEN 'date' THEN 'document_date' ELSE 'employee_departure' END COLLATE "C", NULL, NULL,
  'P' || (retention ->> 'months') || 'M', make_interval(months => (retention ->> 'months')::integer),
  'trash', '', 1, false, 'document_type', search_text, created_at, updated_at
FROM document_types WHERE retention IS NOT NULL;
