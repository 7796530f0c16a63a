-- Finds the person in events of resources that are gone. Partial, so that it has few of the events; building it reads the log
-- once, and writing to it waits meanwhile: about a minute for a hundred million events.
CREATE INDEX events_of_gone_resources ON events
  (client_id, (coalesce(data ->> 'employee_technical_id', data #>> '{employee,technical_id}')), id)
  WHERE type IN ('request.deleted', 'signature_process.deleted', 'note.created', 'vault_link.deleted');

-- Callbacks that hold what they tell themselves: those to addresses of requests and clients that are no events of the log.
CREATE INDEX callback_deliveries_with_body ON callback_deliveries (client_id, id) WHERE body IS NOT NULL;

-- What a disposal has written down about a resource.
CREATE INDEX disposal_items_by_resource ON disposal_items (client_id, resource_id);

-- The parts of spools of an employee, and the envelopes.
CREATE INDEX distribution_documents_of_employee ON distribution_documents (client_id, employee_key) WHERE employee_key IS NOT NULL;
CREATE INDEX distribution_packages_of_employee ON distribution_packages (client_id, employee_key);

-- Of employees, whom nothing else names once they were erased: for the certificate.
ALTER TABLE disposal_items ADD COLUMN core_uuid uuid;
