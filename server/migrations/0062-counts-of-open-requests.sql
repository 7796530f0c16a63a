-- What managers have to do is listed and counted by these indexes, which know whom the requests concern. They are small: most
-- requests are closed. Writing requests waits while they are made, some seconds for each million open ones.
CREATE INDEX requests_open_counted ON requests (client_id, created_at, id) INCLUDE (employee_key, visible_by_employee)
  WHERE status <> 'closed';
DROP INDEX requests_open;
ALTER INDEX requests_open_counted RENAME TO requests_open;
CREATE INDEX requests_open_by_due ON requests (client_id, processing_date_due, id) INCLUDE (employee_key, visible_by_employee)
  WHERE status <> 'closed';
CREATE INDEX requests_unassigned ON requests (client_id, created_at, id) INCLUDE (employee_key, visible_by_employee)
  WHERE status <> 'closed' AND manager_keys = '{}';
