-- What managers ask for in the portal.

-- The newest employees first.
CREATE INDEX employees_by_created_at ON employees (client_id, created_at, key) WHERE deleted_at IS NULL;

-- Employees with a value of a custom field.
CREATE INDEX employees_by_custom_field ON employees USING gin (client_id, custom_fields jsonb_path_ops);

-- What managers are to be reminded of, and were lately.
CREATE INDEX notes_by_remind_date ON notes (client_id, remind_date, id) WHERE remind_date IS NOT NULL;

-- The history of an employee's folder finds what is there by its id; documents that are there no more, by this.
CREATE INDEX events_of_deleted_documents ON events (client_id, (data ->> 'employee_technical_id'), id)
  WHERE type = 'employee_document.deleted';
