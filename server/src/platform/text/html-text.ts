import { Tokenizer } from 'htmlparser2'

/** Elements whose content a page does not show. */
const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'iframe', 'noembed', 'noframes'])
/** What runs on in the middle of a line; every other element begins one, and most end one. */
const INLINE: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'label',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
])
const BEGIN: Record<string, string> = { li: '\n- ', td: ' ', th: ' ' }
const ENDS_NO_LINE: ReadonlySet<string> = new Set(['br', 'li', 'tr', 'td', 'th', 'dt', 'dd'])

/** The words of a text in HTML, in lines about as a browser shows them. Tags alone are read, so that depth costs nothing. */
export function textOfHtml(html: string): string {
  const pieces: string[] = []
  let unread = ''
  const nameOf = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        const name = nameOf(start, end)
        if (UNREAD.has(name)) unread = name
        else if (!INLINE.has(name)) pieces.push(BEGIN[name] ?? '\n')
      },
      onclosetag(start, end) {
        const name = nameOf(start, end)
        if (name === unread) unread = ''
        else if (!INLINE.has(name) && !ENDS_NO_LINE.has(name)) pieces.push('\n')
      },
      ontext(start, end) {
        if (unread === '') pieces.push(html.slice(start, end).replace(/\s+/g, ' '))
      },
      ontextentity(codepoint) {
        if (unread === '') pieces.push(String.fromCodePoint(codepoint))
      },
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return pieces
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
