export type Strength = 'short' | 'weak' | 'fair' | 'strong'

export const MIN_CHARACTERS = 8

/** A rough guess while somebody types; what is refused, the server says. Length counts most. */
export function strengthOf(password: string, email = ''): Strength {
  if (password.length < MIN_CHARACTERS) return 'short'
  const plain = password.toLowerCase()
  const [mailbox = ''] = email.toLowerCase().split('@')
  const isPlain = /^(?:\d+|[a-z]+\d{0,4}|(.)\1+)$/i.test(password) && password.length < 14
  if (isPlain || new Set(plain).size < 5 || (mailbox.length > 2 && plain.includes(mailbox))) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((one) => one.test(password)).length
  return password.length >= 16 || (password.length >= 12 && kinds >= 3) ? 'strong' : 'fair'
}
