-- The address that a person logs in with. It starts as the contact address of the person and is changed by an act of its
-- own: whoever may write contact data decides nothing about log-ins. `email` is the address exactly as it is mailed to,
-- `canonical_email` the form in which addresses are compared (platform/http/email.ts).
ALTER TABLE accounts ADD COLUMN email text, ADD COLUMN canonical_email text COLLATE "C";

-- Of several log-ins of one kind with one address, the one that was used last keeps it. An address with a domain in another
-- script gets its canonical form when the service starts.
WITH contact AS (
  SELECT account.client_id, account.scope, account.technical_id, person.email,
    CASE WHEN split_part(person.email, '@', 2) ~ '^[\x21-\x7e]+$' THEN
      translate(split_part(normalize(person.email, NFKC), '@', 1), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
        || '@' || lower(split_part(person.email, '@', 2) COLLATE "C")
    END AS canonical_email,
    account.last_login_at, account.password_hash, account.created_at
  FROM accounts account
  CROSS JOIN LATERAL (
    SELECT email FROM employees
    WHERE client_id = account.client_id AND key = account.employee_key AND email IS NOT NULL AND deleted_at IS NULL
    UNION ALL
    SELECT email FROM users WHERE client_id = account.client_id AND key = account.user_key
  ) AS person
), ranked AS (
  SELECT *, row_number() OVER (
    PARTITION BY client_id, scope, coalesce(canonical_email, email)
    ORDER BY last_login_at DESC NULLS LAST, password_hash IS NULL, created_at, technical_id
  ) AS rank
  FROM contact
)
UPDATE accounts account SET email = ranked.email, canonical_email = ranked.canonical_email
FROM ranked
WHERE ranked.rank = 1 AND account.client_id = ranked.client_id AND account.scope = ranked.scope
  AND account.technical_id = ranked.technical_id;

CREATE UNIQUE INDEX accounts_by_email ON accounts (client_id, scope, canonical_email);
CREATE INDEX accounts_by_canonical_email ON accounts (canonical_email) WHERE canonical_email IS NOT NULL;

CREATE INDEX accounts_without_canonical_email ON accounts (client_id) WHERE email IS NOT NULL AND canonical_email IS NULL;

-- A link counts for the address that it was mailed to; those that are on their way are ordered again.
DELETE FROM password_links;
ALTER TABLE password_links ADD COLUMN canonical_email text COLLATE "C" NOT NULL;
