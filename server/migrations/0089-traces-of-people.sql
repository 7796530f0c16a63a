-- What the employee did and said in requests of others.
CREATE INDEX request_history_by_employee ON request_history (client_id, employee_key) WHERE employee_key IS NOT NULL;
CREATE INDEX request_comments_by_employee ON request_comments (client_id, employee_key) WHERE employee_key IS NOT NULL;

-- Parts of spools that were matched with nobody, by the number that they name, and parts that were matched with another employee
-- before a person decided.
CREATE INDEX distribution_documents_of_nobody ON distribution_documents (client_id, employee_number)
  WHERE employee_key IS NULL AND employee_number IS NOT NULL;
CREATE INDEX distribution_documents_found ON distribution_documents (client_id, (found ->> 'employee_key')) WHERE found IS NOT NULL;
