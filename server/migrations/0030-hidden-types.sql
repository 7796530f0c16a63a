-- Employees may not see documents of some types (`document_types.visible_by_employee`), and the vault is theirs: such a
-- document is withheld from it until its type is made visible.
ALTER TABLE documents
  ADD COLUMN is_withheld boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT documents_withheld CHECK (NOT is_withheld OR (kind = 'employee' AND NOT is_linked));

-- Documents that reached a vault although employees may not see their type.
UPDATE documents document SET is_linked = false, is_withheld = true
FROM document_types type
WHERE document.is_linked AND type.client_id = document.client_id AND type.id = document.document_type_id
  AND NOT type.visible_by_employee;

-- Making a type visible releases its withheld documents.
CREATE INDEX documents_withheld_by_type ON documents (client_id, document_type_id) WHERE is_withheld;

-- Links that such a document opened, and that nothing else has used: a link has the moment of the document that opened it.
DELETE FROM vault_links link
WHERE link.deleted_at IS NULL
  AND EXISTS (SELECT FROM documents document WHERE document.client_id = link.client_id
    AND document.employee_key = link.employee_key AND document.is_withheld AND document.created_at = link.created_at)
  AND NOT EXISTS (SELECT FROM documents document WHERE document.client_id = link.client_id
    AND document.employee_key = link.employee_key AND document.is_linked)
  AND NOT EXISTS (SELECT FROM vault_documents kept WHERE kept.client_id = link.client_id
    AND kept.employee_key = link.employee_key);
