-- Articles of the knowledge base, their categories, who may read them, and what they are found by.

CREATE TABLE article_categories (
  client_id text COLLATE "C" NOT NULL CONSTRAINT article_categories_client REFERENCES clients,
  slug text COLLATE "C" NOT NULL CONSTRAINT article_categories_slug_length CHECK (char_length(slug) BETWEEN 1 AND 50),
  name text NOT NULL,
  language_code text COLLATE "C" NOT NULL,
  description text,
  localized_names jsonb NOT NULL,
  localized_descriptions jsonb NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, slug)
);

-- Who may read articles. Each is there once, however many articles it has, so that it is found out for a few of these whom
-- somebody belongs to, and not for each article. One that no article has any more is deleted. Whoever writes articles holds
-- the directory, and organizations, roles and custom fields that are named here are not deleted.
CREATE TABLE article_audiences (
  client_id text COLLATE "C" NOT NULL CONSTRAINT article_audiences_client REFERENCES clients,
  key integer GENERATED ALWAYS AS IDENTITY,
  -- The SHA-256 of all that follows.
  digest text COLLATE "C" NOT NULL,
  for_employees boolean NOT NULL,
  for_managers boolean NOT NULL,
  organization_keys integer[] NOT NULL,
  roles text[] COLLATE "C" NOT NULL,
  custom_field_rules jsonb NOT NULL,
  PRIMARY KEY (client_id, key)
);
CREATE UNIQUE INDEX article_audiences_by_digest ON article_audiences (client_id, digest);

-- `key` counts the articles of a client from 0 in the order in which they came, which is that of created_at too.
CREATE TABLE articles (
  client_id text COLLATE "C" NOT NULL CONSTRAINT articles_client REFERENCES clients,
  key integer NOT NULL,
  slug text COLLATE "C" NOT NULL CONSTRAINT articles_slug_length CHECK (char_length(slug) BETWEEN 1 AND 255),
  title text NOT NULL,
  body text NOT NULL,
  language_code text COLLATE "C" NOT NULL,
  translations jsonb NOT NULL,
  categories text[] COLLATE "C" NOT NULL,
  featured boolean NOT NULL,
  state text COLLATE "C" NOT NULL CONSTRAINT articles_state CHECK (state IN ('published', 'draft')),
  audience_key integer NOT NULL,
  sort_title text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, key),
  CONSTRAINT articles_audience FOREIGN KEY (client_id, audience_key) REFERENCES article_audiences
);
CREATE UNIQUE INDEX articles_by_slug ON articles (client_id, slug);
CREATE INDEX articles_by_title ON articles (client_id, sort_title, key);
CREATE INDEX articles_by_updated_at ON articles (client_id, updated_at, key);
CREATE INDEX articles_by_audience ON articles (client_id, audience_key);

-- How often an article was looked at in the portal; apart, since it changes far more often than the article does.
CREATE TABLE article_hits (
  client_id text COLLATE "C" NOT NULL,
  key integer NOT NULL,
  total_hits integer NOT NULL,
  PRIMARY KEY (client_id, key),
  CONSTRAINT article_hits_article FOREIGN KEY (client_id, key) REFERENCES articles ON DELETE CASCADE
);
CREATE INDEX article_hits_by_total ON article_hits (client_id, total_hits, key);

-- Which articles have something: a word, a state, a category, an audience (`term`; see terms.ts). Bit n of `bits` is the
-- article with the key block * 16384 + n. A search, and how many articles it finds, is an AND of a few of these, so that
-- 100,000 articles cost little more than 1,000. One without any bit is deleted. Of most words the bits are nearly all zero
-- and are stored compressed, but never out of line.
CREATE TABLE article_postings (
  client_id text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  block integer NOT NULL,
  bits bytea NOT NULL CONSTRAINT article_postings_size CHECK (octet_length(bits) = 2048),
  PRIMARY KEY (client_id, term, block)
);
ALTER TABLE article_postings ALTER COLUMN bits SET STORAGE MAIN;
