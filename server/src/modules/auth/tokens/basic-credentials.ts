export type Credentials = { id: string; secret: string }

/** The credentials of an `Authorization: Basic` header, as sent and form-decoded (RFC 6749, section 2.3.1). */
export function parseBasic(header: string | undefined): Credentials[] {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  if (at < 0 || text.includes('\0')) return []
  const asSent = { id: text.slice(0, at), secret: text.slice(at + 1) }
  const decoded = { id: formDecode(asSent.id), secret: formDecode(asSent.secret) }
  if (decoded.id === undefined || decoded.secret === undefined) return [asSent]
  return decoded.id === asSent.id && decoded.secret === asSent.secret ? [asSent] : [asSent, decoded as Credentials]
}

function formDecode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}
