import { invalid } from '#platform/problem.ts'

/** What is tried first wherever somebody guesses; all have eight characters or more. */
const COMMON = new Set(
  `password passw0rd p@ssword p@ssw0rd password1 password12 password123 password1234 password! motdepasse motdepasse1
  12345678 123456789 1234567890 0123456789 87654321 987654321 11111111 00000000 88888888 12341234 11223344 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx qwertyui qwerty12 qwerty123 qwertyuiop azertyui azerty12 azerty123 azertyuiop asdfghjk asdfghjkl
  zxcvbnm1 abcd1234 abcdefgh abc12345 iloveyou sunshine princess football baseball basketball superman starwars
  trustno1 welcome1 welcome123 bienvenue bienvenue1 letmein1 letmein123 changeme changeme1 changezmoi administrator
  admin123 admin1234 administrateur bonjour1 bonjour123 computer whatever internet michelle jennifer
  dossier1 dossier123`.split(/\s+/),
)

/** A new password must not be one that others would try first. Its length is for the schema to say. */
export function refuseWeakPassword(password: string, email: string | null): void {
  const plain = password.normalize('NFKC').toLowerCase()
  const mailbox = email?.toLowerCase() ?? ''
  if (mailbox !== '' && (plain === mailbox || plain === mailbox.split('@')[0])) {
    throw invalid('password', 'same_as_email', 'The password must not be the e-mail address.')
  }
  if (COMMON.has(plain) || new Set(plain).size < 3) {
    throw invalid('password', 'too_common', 'Too many people use this password; choose one that is harder to guess.')
  }
}
