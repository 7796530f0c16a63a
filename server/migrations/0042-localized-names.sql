-- What custom fields, organizations, their groups and roles are called in the languages of the client, by lower-case
-- language. `name` is shown to readers of the others.
ALTER TABLE custom_fields ADD COLUMN localized_names jsonb NOT NULL DEFAULT '{}';
ALTER TABLE organization_groups ADD COLUMN localized_names jsonb NOT NULL DEFAULT '{}';
ALTER TABLE organizations ADD COLUMN localized_names jsonb NOT NULL DEFAULT '{}';
ALTER TABLE roles ADD COLUMN localized_names jsonb NOT NULL DEFAULT '{}';
