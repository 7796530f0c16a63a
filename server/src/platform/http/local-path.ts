/** Any origin will do: what stays on it would stay on ours. */
const HERE = 'https://here.invalid'
const MOST_CHARACTERS = 2000

/** Control characters, which browsers skip, and backslashes, which they take for slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\u0000-\u001f\u007f\\]/

/**
 * Where to go on after a log-in: `next` when it is a page of this site, otherwise the first page. Whatever a caller
 * sends, a browser that follows the answer stays here. The portal has the same rule (app/session.ts).
 */
export function localPath(next: string | undefined): string {
  if (next === undefined || !/^\/(?!\/)/.test(next) || next.length > MOST_CHARACTERS || UNSAFE.test(next)) return '/'
  const url = URL.parse(next, HERE)
  // Dots in a path are resolved, which may leave two slashes at its beginning.
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
