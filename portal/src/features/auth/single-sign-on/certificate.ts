/** What a person wants to know of a certificate. */
export type Certificate = { subject: string; expiresAt: Date }

type Der = { tag: number; content: Uint8Array }

/** Reads a certificate in PEM, or in the base64 alone that metadata hold; undefined when it is none. */
export function readCertificate(text: string): Certificate | undefined {
  try {
    const base64 = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '')
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const [certificate] = readAll(bytes)
    const [signed] = certificate ? readAll(certificate.content) : []
    if (!signed) return undefined
    // A version may come first; then number, algorithm, issuer, validity, subject (RFC 5280, 4.1).
    const fields = readAll(signed.content).filter(({ tag }) => tag !== VERSION)
    const [, end] = readAll(fields[3]?.content ?? EMPTY)
    const expiresAt = end && readTime(end)
    if (!expiresAt || Number.isNaN(expiresAt.getTime())) return undefined
    return { subject: readName(fields[4]?.content ?? EMPTY), expiresAt }
  } catch {
    return undefined
  }
}

const EMPTY = new Uint8Array()
const VERSION = 0xa0
const UTC_TIME = 0x17

/** The values that follow each other in DER. */
function readAll(bytes: Uint8Array): Der[] {
  const values: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = byteAt(bytes, at)
    let length = byteAt(bytes, at + 1)
    let start = at + 2
    if (length > 0x7f) {
      const count = length & 0x7f
      if (count > 4) throw new RangeError('This is too long.')
      length = bytes.slice(start, start + count).reduce((sum, one) => sum * 256 + one, 0)
      start += count
    }
    if (start + length > bytes.length) throw new RangeError('This ends too early.')
    values.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return values
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new RangeError('This ends too early.')
  return byte
}

function readTime({ tag, content }: Der): Date {
  const text = new TextDecoder().decode(content)
  const [, year = '', month, day, hour, minute, second] =
    /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text) ?? []
  const century = tag === UTC_TIME ? (Number(year) < 50 ? '20' : '19') : ''
  return new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const COMMON_NAME = '55 4 3'
const ORGANIZATION = '55 4 a'

/** The common name, else the organization, else nothing. */
function readName(bytes: Uint8Array): string {
  const names = new Map<string, string>()
  for (const { content: set } of readAll(bytes)) {
    for (const { content } of readAll(set)) {
      const [kind, value] = readAll(content)
      if (!kind || !value) continue
      names.set([...kind.content].map((one) => one.toString(16)).join(' '), new TextDecoder().decode(value.content))
    }
  }
  return names.get(COMMON_NAME) ?? names.get(ORGANIZATION) ?? ''
}
