-- Every attribute of a request that has an order can sort a list.
CREATE INDEX requests_by_custom_state ON requests (client_id, custom_state COLLATE "C", id);
CREATE INDEX requests_by_visibility ON requests (client_id, visible_by_employee, created_at, id);
CREATE INDEX requests_by_start ON requests (client_id, processing_start_date, id);

-- A client can be switched off in the set-up file: nobody gets in until it is switched on again.
ALTER TABLE clients ADD COLUMN is_active boolean NOT NULL DEFAULT true;
