-- Which documents of a type a profile lets its manager see: those whose filter has one of the values. A list of
-- {"document_type_id", "filter_code", "values"}; types that it does not name are not limited.
ALTER TABLE profiles ADD COLUMN access_restrictions jsonb NOT NULL DEFAULT '[]'
  CONSTRAINT profiles_access_restrictions CHECK (jsonb_typeof(access_restrictions) = 'array');

-- Managers who may see few documents of a type find them by the values of its filters.
CREATE INDEX documents_by_filter_value ON documents
  USING gin (client_id, document_type_id, (filters::jsonb) jsonb_path_ops) WHERE filters::text <> '{}';
