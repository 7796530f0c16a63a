/** Any origin will do: what stays on it would stay on ours. */
const HERE = 'https://here.invalid'
const MAX_CHARACTERS = 2000

/** Control characters, which browsers skip, and backslashes, which they take for slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\u0000-\u001f\u007f\\]/

/**
 * Where to go on after a log-in: `next` when it is a path or an absolute address of this site, otherwise the first page.
 * The result is a path for every input, so a browser that follows it stays on this site. The pages keep the same rule.
 */
export function localPath(next: string | undefined, publicUrl: string): string {
  if (next === undefined || next.length > MAX_CHARACTERS || UNSAFE.test(next)) return '/'
  return (/^https?:\/\//i.test(next) ? ofAddress(next, publicUrl) : ofPath(next)) ?? '/'
}

function ofPath(next: string): string | undefined {
  if (!/^\/(?!\/)/.test(next)) return undefined
  const url = URL.parse(next, HERE)
  // Dots in a path are resolved, which may leave two slashes at its beginning.
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

/** The path below PUBLIC_URL, of an address without user info and with the same scheme, host and port. */
function ofAddress(next: string, publicUrl: string): string | undefined {
  const url = URL.parse(next)
  const site = new URL(publicUrl)
  if (url?.origin !== site.origin || url.username !== '' || url.password !== '') return undefined
  const base = site.pathname.replace(/\/+$/, '')
  if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return undefined
  return ofPath(`${url.pathname.slice(base.length) || '/'}${url.search}${url.hash}`)
}
