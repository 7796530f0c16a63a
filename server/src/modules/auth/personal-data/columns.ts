import { declareColumns } from '#kernel/personal-data/columns.ts'

const SHORT_LIVED =
  'It is a means to log in, of no use to the employee, and soon over; the account says when they last logged in.'

export const authColumns = declareColumns({
  area: 'Log-ins',
  holdings: {
    sessions: {
      name: 'Sessions',
      what: 'whose, since when, when last used; of the cookie a hash only',
      whose: ['employees', 'managers'],
      why: 'To recognise the browser of a person who has logged in',
      until: '12 hours without use, or 7 days; removed every ten minutes',
      seenBy: 'The service alone',
      erasure: { by: 'accounts', how: 'deleted' },
      handedOut: 'account',
    },
    mailedLinks: {
      name: 'Mailed links and codes',
      what: 'to set a password, change the log-in address or link two log-ins: whose, to which address; of the secret a hash only',
      whose: ['employees', 'managers'],
      why: 'To prove that the person reads the mail of the address',
      until:
        'An hour (password), a week (invitation), 24 hours (change of the address), ten minutes (code); removed every ten minutes',
      seenBy: 'The service alone',
      erasure: { by: 'accounts', how: 'deleted' },
      handedOut: 'account',
    },
    singleSignOn: {
      name: 'Log-ins under way',
      what: 'by an identity provider or a signed link: who came back, and hashes of what counts once',
      whose: ['employees', 'managers'],
      why: 'To let an answer of the identity provider count once, and in the browser that asked for it',
      until: '15 minutes, and as long as the answer could be sent again; removed every ten minutes',
      seenBy: 'The service alone',
      erasure: { by: 'accounts', how: 'deleted', but: 'Hashes of used proofs end by themselves.' },
      handedOut: { not: SHORT_LIVED },
    },
    guesses: {
      name: 'Attempts to log in',
      what: 'failures per account and network, and networks that a person logs in from, under keyed hashes that cannot be read back',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To slow down who guesses passwords, and never the owner',
      until:
        'At most an hour after the last attempt; known networks 30 days after the last log-in; removed every ten minutes',
      seenBy: 'The service alone, which compares the hashes',
      erasure: { expires: 'Over within 30 days; without the account and the key they cannot be linked to a person.' },
      handedOut: { not: 'It is stored under a hash, by which it can be found but not read.' },
    },
    demo: {
      name: 'Log-ins of the demo',
      what: 'ids of people whom the demo made up',
      whose: ['employees', 'managers'],
      why: 'To let visitors of a demo log in by one click',
      until: 'As long as the demo; an installation with a set-up file has none',
      seenBy: 'Everybody who opens the log-in page of a demo',
      erasure: { by: 'accounts', how: 'deleted' },
      handedOut: { not: 'The people are made up.' },
    },
  },
  tables: {
    sessions: {
      holds: { sessions: ['token_hash', 'technical_id', 'last_seen_at', 'linked_at'] },
      none: ['client_id', 'scope', 'credential_version', 'created_at'],
    },
    password_links: {
      holds: { mailedLinks: ['technical_id', 'token_hash', 'canonical_email'] },
      none: ['client_id', 'scope', 'expires_at'],
    },
    account_email_changes: {
      holds: {
        mailedLinks: [
          'technical_id',
          'email',
          'old_canonical_email',
          'old_token_hash',
          'new_token_hash',
          'old_confirmed_at',
          'new_confirmed_at',
        ],
      },
      none: ['client_id', 'scope', 'expires_at'],
    },
    account_link_codes: {
      holds: { mailedLinks: ['session_hash', 'technical_id', 'canonical_email', 'code_hash', 'tries'] },
      none: ['client_id', 'scope', 'expires_at'],
    },
    saml_requests: {
      holds: { singleSignOn: ['browser_hash', 'next', 'code_hash', 'technical_id'] },
      none: ['client_id', 'id', 'provider_code', 'scope', 'created_at', 'expires_at'],
    },
    used_proofs: { holds: { singleSignOn: ['proof_hash'] }, none: ['client_id', 'expires_at'] },
    login_failures: { holds: { guesses: ['subject'] }, none: ['failures', 'blocked_until', 'forgotten_at'] },
    known_networks: { holds: { guesses: ['subject'] }, none: ['expires_at'] },
    demo_log_ins: { holds: { demo: ['technical_id'] }, none: ['client_id', 'kind', 'scope'] },
    applications: {
      none: ['client_id', 'id', 'secret_hash', 'permissions', 'revoked_at', 'created_at', 'updated_at', 'last_used_at'],
      harmless: { name: 'of another system' },
    },
    access_tokens: { none: ['client_id', 'token_hash', 'application_id', 'expires_at', 'created_at'] },
    api_keys: {
      none: ['client_id', 'key_hash', 'expires_at', 'revoked_at', 'created_at', 'updated_at', 'last_used_at'],
      harmless: { name: 'of another system', allowed_addresses: 'networks of another system' },
    },
    api_key_hashes: { none: ['key_hash', 'client_id'], harmless: { name: 'of another system' } },
  },
})
