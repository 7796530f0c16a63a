-- People: organizations, their groups, custom fields, roles, managers, employees, log-ins, identity providers.

-- Small numbers for organizations, since they are kept in lists (`places`).
CREATE SEQUENCE organization_keys AS integer;

-- `places` says where an organization lies: the keys of all organizations above it and its own, and its own once more
-- below zero. A perimeter that takes in what lies below an organization looks for its key, one that does not looks for
-- the negative one. Whoever changes organizations has the client's directory for itself; see directory-lock.ts.
CREATE TABLE organizations (
  client_id text COLLATE "C" NOT NULL CONSTRAINT organizations_client REFERENCES clients,
  key integer NOT NULL,
  code text COLLATE "C" NOT NULL CONSTRAINT organizations_code_length CHECK (char_length(code) BETWEEN 1 AND 64),
  name text NOT NULL,
  parent_key integer,
  places integer[] NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, key),
  CONSTRAINT organizations_parent FOREIGN KEY (client_id, parent_key) REFERENCES organizations
);
CREATE UNIQUE INDEX organizations_by_code ON organizations (client_id, code);
CREATE INDEX organizations_by_name ON organizations (client_id, sort_name, code);
CREATE INDEX organizations_by_parent ON organizations (client_id, parent_key, sort_name);
CREATE INDEX organizations_by_place ON organizations USING gin (client_id, places);

CREATE TABLE organization_groups (
  client_id text COLLATE "C" NOT NULL CONSTRAINT organization_groups_client REFERENCES clients,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  organizations text[] NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, code)
);

CREATE TABLE custom_fields (
  client_id text COLLATE "C" NOT NULL CONSTRAINT custom_fields_client REFERENCES clients,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL
    CONSTRAINT custom_fields_type CHECK (type IN ('string', 'integer', 'boolean', 'list', 'date')),
  values text[] NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, code),
  CONSTRAINT custom_fields_values CHECK ((type = 'list') = (cardinality(values) > 0))
);

CREATE TABLE roles (
  client_id text COLLATE "C" NOT NULL CONSTRAINT roles_client REFERENCES clients,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  permissions text[] NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, code)
);

CREATE TABLE saml_identity_providers (
  client_id text COLLATE "C" NOT NULL CONSTRAINT saml_identity_providers_client REFERENCES clients,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  sso_url text NOT NULL,
  certificates text[] NOT NULL,
  match_by text COLLATE "C" NOT NULL
    CONSTRAINT saml_identity_providers_match_by CHECK (match_by IN ('email', 'technical_id')),
  attribute text,
  is_active boolean NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, code)
);
CREATE UNIQUE INDEX saml_identity_providers_by_entity ON saml_identity_providers (client_id, entity_id);

-- Managers. What they may do and see are their profiles.
CREATE TABLE users (
  client_id text COLLATE "C" NOT NULL CONSTRAINT users_client REFERENCES clients,
  key bigint GENERATED ALWAYS AS IDENTITY,
  technical_id text COLLATE "C" NOT NULL CONSTRAINT users_id_length CHECK (char_length(technical_id) BETWEEN 1 AND 50),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  language text COLLATE "C",
  sort_name text COLLATE "C" NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, key)
);
CREATE UNIQUE INDEX users_by_technical_id ON users (client_id, technical_id);
CREATE INDEX users_by_name ON users (client_id, sort_name, key);
CREATE INDEX users_by_updated_at ON users (client_id, updated_at, key);
CREATE INDEX users_by_email ON users (client_id, lower(email));

-- `places` are the organizations of a profile in the form in which a perimeter looks for them; profile_organizations
-- holds the same, to be found by organization and to keep organizations from being deleted.
CREATE TABLE profiles (
  client_id text COLLATE "C" NOT NULL,
  user_key bigint NOT NULL,
  position smallint NOT NULL,
  role text COLLATE "C" NOT NULL,
  include_below boolean NOT NULL,
  places integer[] NOT NULL,
  PRIMARY KEY (client_id, user_key, position),
  CONSTRAINT profiles_user FOREIGN KEY (client_id, user_key) REFERENCES users ON DELETE CASCADE,
  CONSTRAINT profiles_role FOREIGN KEY (client_id, role) REFERENCES roles
);
CREATE INDEX profiles_by_role ON profiles (client_id, role);

CREATE TABLE profile_organizations (
  client_id text COLLATE "C" NOT NULL,
  user_key bigint NOT NULL,
  position smallint NOT NULL,
  rank integer NOT NULL,
  organization_key integer NOT NULL,
  PRIMARY KEY (client_id, user_key, position, rank),
  CONSTRAINT profile_organizations_profile FOREIGN KEY (client_id, user_key, position) REFERENCES profiles ON DELETE CASCADE,
  CONSTRAINT profile_organizations_organization FOREIGN KEY (client_id, organization_key) REFERENCES organizations
);
CREATE INDEX profile_organizations_by_organization ON profile_organizations (client_id, organization_key);

-- `places` is the union of the places of the organizations that the employee belongs to: those of the active
-- registrations, or of all when none is active (terminated). No foreign key to clients: every employee that is written
-- would lock the one row of its client. `sort_name` is the last name and then the first, `sort_first_name` the other way
-- round; both are folded (no case, no accents).
CREATE TABLE employees (
  client_id text COLLATE "C" NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  technical_id text COLLATE "C" NOT NULL
    CONSTRAINT employees_id_length CHECK (char_length(technical_id) BETWEEN 1 AND 50),
  core_uuid uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  language text COLLATE "C",
  address text,
  address_2 text,
  address_3 text,
  postcode text,
  city text,
  country text,
  custom_fields jsonb NOT NULL,
  terminated boolean NOT NULL,
  places integer[] NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  sort_first_name text COLLATE "C" NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (client_id, key)
);
CREATE UNIQUE INDEX employees_by_technical_id ON employees (client_id, technical_id);
CREATE UNIQUE INDEX employees_by_core_uuid ON employees (client_id, core_uuid);
CREATE INDEX employees_by_name ON employees (client_id, sort_name, key) WHERE deleted_at IS NULL;
CREATE INDEX employees_by_first_name ON employees (client_id, sort_first_name, key) WHERE deleted_at IS NULL;
CREATE INDEX employees_by_updated_at ON employees (client_id, updated_at, key) WHERE deleted_at IS NULL;
CREATE INDEX employees_by_email ON employees (client_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX employees_terminated ON employees (client_id, sort_name, key) WHERE terminated AND deleted_at IS NULL;
CREATE INDEX employees_deleted ON employees (client_id, sort_name, key) WHERE deleted_at IS NOT NULL;
CREATE INDEX employees_search ON employees USING gin (client_id, places, search_text gin_trgm_ops);

CREATE TABLE registrations (
  client_id text COLLATE "C" NOT NULL,
  employee_key bigint NOT NULL,
  position smallint NOT NULL,
  organization_key integer NOT NULL,
  employee_number text COLLATE "C" NOT NULL,
  active boolean NOT NULL,
  departure_date date,
  PRIMARY KEY (client_id, employee_key, position),
  CONSTRAINT registrations_employee FOREIGN KEY (client_id, employee_key) REFERENCES employees,
  CONSTRAINT registrations_organization FOREIGN KEY (client_id, organization_key) REFERENCES organizations
);
CREATE INDEX registrations_by_organization ON registrations (client_id, organization_key);
CREATE INDEX registrations_by_number ON registrations (client_id, employee_number);

-- The log-in of a person, as an employee or as a manager.
CREATE TABLE accounts (
  client_id text COLLATE "C" NOT NULL CONSTRAINT accounts_client REFERENCES clients,
  scope text COLLATE "C" NOT NULL CONSTRAINT accounts_scope CHECK (scope IN ('employee', 'manager')),
  technical_id text COLLATE "C" NOT NULL,
  employee_key bigint,
  user_key bigint,
  password_hash text,
  is_active boolean NOT NULL,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, scope, technical_id),
  CONSTRAINT accounts_employee FOREIGN KEY (client_id, employee_key) REFERENCES employees,
  CONSTRAINT accounts_user FOREIGN KEY (client_id, user_key) REFERENCES users,
  CONSTRAINT accounts_person CHECK ((scope = 'employee') = (employee_key IS NOT NULL) AND (scope = 'manager') = (user_key IS NOT NULL))
);
