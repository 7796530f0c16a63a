-- Of an erased employee, closed signature processes may stay for counting: without texts, files, evidence and signatures.
ALTER TABLE signature_processes ADD COLUMN anonymised_as text COLLATE "C",
  ADD CONSTRAINT signature_processes_anonymised CHECK (anonymised_as IS NULL OR ended_at IS NOT NULL AND employee_key IS NULL);
