-- Employees search their vault too. What it keeps is looked through as documents are; what it already kept is folded here,
-- as platform/text.ts folds it.
ALTER TABLE vault_documents ADD COLUMN search_text text COLLATE "C";
UPDATE vault_documents SET search_text = ' ' || folded || ' ' || regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g') || ' '
FROM (
  SELECT client_id AS of_client, id AS of_id,
    normalize(regexp_replace(normalize(lower(title || ' ' || filename), NFKD), '[\u0300-\u036f]', '', 'g'), NFC) AS folded
  FROM vault_documents
) AS plain
WHERE client_id = of_client AND id = of_id;
ALTER TABLE vault_documents ALTER COLUMN search_text SET NOT NULL;
