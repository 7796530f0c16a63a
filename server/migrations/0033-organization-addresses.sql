-- Where paper for the people of an organization goes; the same lines as an employee's address.
ALTER TABLE organizations
  ADD COLUMN address text,
  ADD COLUMN address_2 text,
  ADD COLUMN address_3 text,
  ADD COLUMN postcode text,
  ADD COLUMN city text,
  ADD COLUMN country text;

-- What is wrong with an envelope, as a code; `problem` says it in words.
ALTER TABLE distribution_packages ADD COLUMN problem_code text COLLATE "C";
UPDATE distribution_packages SET problem_code = CASE WHEN sha256 IS NULL AND page_count IS NULL THEN 'not_printable' ELSE 'employee_address_missing' END
  WHERE problem IS NOT NULL;
