import { createRequire } from 'node:module'
import { invalid } from '#platform/problem.ts'

/** What is tried first here and is in no list of English passwords; all have eight characters or more. */
const OUR_COMMON = `motdepasse motdepasse1 azertyui azerty12 azerty123 azertyuiop bienvenue bienvenue1 changezmoi
  administrateur bonjour1 bonjour123 dossier1 dossier123 welcome123 letmein123 password1234 password! 0123456789`

let common: Set<string> | undefined

/** The passwords that are tried first wherever somebody guesses: some 18,000 from leaks. Loaded when one is chosen. */
function listCommon(): Set<string> {
  if (common) return common
  const require = createRequire(import.meta.url)
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  common = new Set([...dictionary['passwords-common'], ...OUR_COMMON.split(/\s+/)])
  return common
}

/** A new password must not be one that others would try first. Its length is for the schema to say. */
export function refuseWeakPassword(password: string, email: string | null): void {
  const plain = password.normalize('NFKC').toLowerCase()
  const mailbox = email?.toLowerCase() ?? ''
  if (mailbox !== '' && (plain === mailbox || plain === mailbox.split('@')[0])) {
    throw invalid('password', 'same_as_email', 'The password must not be the e-mail address.')
  }
  if (listCommon().has(plain) || new Set(plain).size < 3) {
    throw invalid('password', 'too_common', 'This password is too common; choose one that is harder to guess.')
  }
}
