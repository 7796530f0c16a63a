-- Data sets with their dimensions (one a level), and their values (a tree).

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- `dimensions` is a list of {id, localized_names}: the position is the level, so that no level can have two.
-- `key` stands in for the id in the values, so that a deleted data set's id is free at once while its values are
-- removed in the background.
CREATE TABLE datasets (
  client_id text COLLATE "C" NOT NULL CONSTRAINT datasets_client REFERENCES clients,
  key bigint GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL CONSTRAINT datasets_id_length CHECK (char_length(id) BETWEEN 1 AND 100),
  localized_names jsonb NOT NULL,
  dimensions jsonb NOT NULL CONSTRAINT datasets_dimensions CHECK (jsonb_array_length(dimensions) <= 10),
  search_text text COLLATE "C" NOT NULL,
  last_import_status text,
  last_import_result text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (client_id, key)
);
CREATE UNIQUE INDEX datasets_by_id ON datasets (client_id, id) WHERE deleted_at IS NULL;
CREATE INDEX datasets_by_created_at ON datasets (client_id, created_at, key) WHERE deleted_at IS NULL;
CREATE INDEX datasets_by_updated_at ON datasets (client_id, updated_at, key) WHERE deleted_at IS NULL;

-- `path_key` is the first half of the path's SHA-256: a path of ten long codes is too large for an index.
-- `key` only tells equal names apart in a list.
-- A parent is always there, without a foreign key: whoever adds values holds the data set (FOR KEY SHARE) while it looks
-- for the parent, and whoever deletes some holds it alone (FOR UPDATE). A foreign key would be checked row by row, with
-- a plan that a table without statistics makes quadratic.
-- `sort_name` and `search_text` are folded (no case, no accents); `sort_name` is cut so that it can be indexed.
CREATE TABLE dataset_values (
  client_id text COLLATE "C" NOT NULL,
  dataset_key bigint NOT NULL,
  path_key uuid NOT NULL,
  key bigint GENERATED ALWAYS AS IDENTITY,
  parent_key uuid,
  level smallint NOT NULL,
  code text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  localized_names jsonb NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, dataset_key, path_key),
  CONSTRAINT dataset_values_dataset FOREIGN KEY (client_id, dataset_key) REFERENCES datasets,
  CONSTRAINT dataset_values_root CHECK ((level = 1) = (parent_key IS NULL))
);
CREATE INDEX dataset_values_by_code ON dataset_values (client_id, dataset_key, level, code, key);
CREATE INDEX dataset_values_by_name ON dataset_values (client_id, dataset_key, level, sort_name, key);
CREATE INDEX dataset_values_by_parent ON dataset_values (client_id, dataset_key, parent_key, sort_name, key);
CREATE INDEX dataset_values_search ON dataset_values
  USING gin (client_id, dataset_key, search_text gin_trgm_ops);

-- How many values came or went, one row a change, folded into one row by a job: the sum is exact, no writer waits for
-- another, and no reader scans the values. No foreign key, since it would make every writer lock the data set's row.
CREATE TABLE dataset_value_changes (
  client_id text COLLATE "C" NOT NULL,
  dataset_key bigint NOT NULL,
  entry bigint GENERATED ALWAYS AS IDENTITY,
  change bigint NOT NULL,
  PRIMARY KEY (client_id, dataset_key, entry)
);

-- Who relies on a data set, such as `form mobility`.
CREATE TABLE dataset_links (
  client_id text COLLATE "C" NOT NULL,
  dataset_key bigint NOT NULL,
  holder text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, dataset_key, holder),
  CONSTRAINT dataset_links_dataset FOREIGN KEY (client_id, dataset_key) REFERENCES datasets
);
CREATE INDEX dataset_links_by_holder ON dataset_links (client_id, holder);
