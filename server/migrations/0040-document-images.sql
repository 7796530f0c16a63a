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
