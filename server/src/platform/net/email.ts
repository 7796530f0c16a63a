import { domainToASCII } from 'node:url'

const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** Whether a text is an e-mail address as people have them (no quotes, no comments), in any script. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return false
  return (
    LOCAL_PART.test(text.slice(0, at)) &&
    text
      .slice(at + 1)
      .split('.')
      .every((label) => LABEL.test(label))
  )
}

/**
 * The one form in which addresses of log-ins are stored, looked up and counted; undefined for a text that is not an address.
 * Only ASCII letters lose their case: mail servers tell other spellings of a local part apart. The domain is IDNA's.
 */
export function canonicalEmail(text: string): string | undefined {
  const normal = text.trim().normalize('NFKC')
  if (!isEmail(normal)) return undefined
  const at = normal.lastIndexOf('@')
  const domain = domainToASCII(normal.slice(at + 1))
  if (domain === '') return undefined
  return `${normal.slice(0, at).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())}@${domain}`
}
