-- The organizations above an organization or an employee, and the own ones; those that a profile covers.
ALTER TABLE organizations RENAME COLUMN places TO ancestors;
ALTER TABLE employees RENAME COLUMN places TO ancestors;
ALTER TABLE profiles RENAME COLUMN places TO organization_keys;
ALTER INDEX organizations_by_place RENAME TO organizations_by_ancestor;
