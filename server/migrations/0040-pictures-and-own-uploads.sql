-- Pictures made of the files of documents: a preview, a thumbnail, the pages of a PDF. Found by the file that they show and by
-- which of its pictures they are; equal files of a client share them. One that cannot be made is kept without bytes.
CREATE TABLE document_images (
  client_id text COLLATE "C" NOT NULL CONSTRAINT document_images_client REFERENCES clients ON DELETE CASCADE,
  source_sha256 text COLLATE "C" NOT NULL,
  variant text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C",
  size bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, source_sha256, variant),
  CONSTRAINT document_images_bytes CHECK ((sha256 IS NULL) = (size IS NULL))
);
CREATE INDEX document_images_by_sha256 ON document_images (sha256) WHERE sha256 IS NOT NULL;

-- Documents that employees sent themselves, which they may take back for a day. `changed_at` is when the document was as the
-- employee left it; `was_linked` whether the vault held it when it was withdrawn.
CREATE TABLE own_uploads (
  client_id text COLLATE "C" NOT NULL,
  document_key bigint NOT NULL,
  sent_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  was_linked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, document_key),
  CONSTRAINT own_uploads_document FOREIGN KEY (client_id, document_key) REFERENCES documents (client_id, key) ON DELETE CASCADE
);
