const MAX_CHARACTERS = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a name may not hold.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/

/** The name of a file in `attachment; filename="…"`, RFC 6266, the extended form first. */
export function filenameIn(header: string | undefined): string | undefined {
  const parameters = parametersOf(header ?? '')
  const extended = /^utf-8'[^']*'(.+)$/i.exec(parameters.get('filename*') ?? '')?.[1]
  const plain = parameters.get('filename')
  return (extended && decodedName(extended)) ?? (plain === undefined ? undefined : asUtf8(plain))
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;"]*))\s*/gy

/** What follows the kind of a header, one after the other: a value may look like a parameter itself. */
function parametersOf(header: string): Map<string, string> {
  const start = header.indexOf(';')
  const parameters = new Map<string, string>()
  if (start < 0) return parameters
  for (const [, name = '', quoted, token = ''] of header.slice(start).matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted === undefined ? token.trim() : quoted.replace(/\\(.)/g, '$1'))
  }
  return parameters
}

/** A name without a path, as it may be stored; undefined when nothing usable is left. */
export function plainFilename(name: string | undefined): string | undefined {
  const plain = (name ?? '').split(/[/\\]/).at(-1)?.trim() ?? ''
  const isUsable = plain !== '' && plain !== '.' && plain !== '..' && plain.isWellFormed() && !CONTROLS.test(plain)
  return isUsable && [...plain].length <= MAX_CHARACTERS ? plain : undefined
}

/** The header under which a file is saved by its name, also one that is not ASCII. */
export function attachment(filename: string): string {
  return disposition('attachment', filename)
}

/** The same for a file that a browser may show in place. */
export function inline(filename: string): string {
  return disposition('inline', filename)
}

function disposition(kind: 'attachment' | 'inline', filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const plain = `${kind}; filename="${ascii}"`
  return ascii === filename ? plain : `${plain}; filename*=UTF-8''${extendedValue(filename)}`
}

function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function decodedName(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Node reads headers as Latin-1, and many callers write them in UTF-8. */
function asUtf8(latin1: string): string {
  const text = Buffer.from(latin1, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? latin1 : text
}
