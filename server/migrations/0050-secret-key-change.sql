-- A change of the SECRET_KEY is under way while next_key_check is set: until it ends, texts and files lie under either key.
-- Hashes of tokens, API keys and links cannot be made anew without what they are hashes of. The keys that they are made with
-- are therefore handed on: each *_hash_keys holds them, encrypted under the key of the check beside it. NULL in hash_keys
-- means that they are those of the first SECRET_KEY itself.
ALTER TABLE installation
  ADD COLUMN hash_keys text,
  ADD COLUMN next_key_check bytea,
  ADD COLUMN next_hash_keys text,
  -- When a process that still writes under the key before was last heard of.
  ADD COLUMN old_key_used_at timestamptz,
  ADD COLUMN retired_key_checks bytea[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT installation_next_key CHECK ((next_key_check IS NULL) = (next_hash_keys IS NULL));
