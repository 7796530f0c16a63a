import { openKeyring } from '#platform/keyring.ts'

/** The key of the test suite, for processes that are to read what the tests stored. */
export const SECRET_KEY = 'a secret key of the test suite, long enough'

export const testKeyring = openKeyring(SECRET_KEY)
