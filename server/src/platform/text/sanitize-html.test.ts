import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import { withSanitizedBodies } from './sanitize-html.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

async function clean(body: string): Promise<string> {
  const [made] = await withSanitizedBodies([{ body }])
  return made?.sanitized_body ?? assert.fail('no sanitized body')
}

const ATTRIBUTES = /^(?:href|rel|src|alt|width|height|start|reversed|colspan|rowspan|scope|datetime|dir|lang|title)$/
const ELEMENTS =
  /^(?:h[1-6]|p|div|blockquote|pre|hr|br|fig(?:ure|caption)|[uod]l|li|d[td]|a|img|span|[biusq]|strong|em|del|ins|su[bp]|small|mark|code|kbd|samp|var|cite|abbr|dfn|time|wbr|table|caption|t(?:head|body|foot|[rhd]))$/

/** What a browser makes of a text, by the algorithm of the HTML standard. */
function elementsOf(html: string): Element[] {
  const below = (nodes: Node[]): Element[] =>
    nodes.flatMap((node) => ('tagName' in node ? [node, ...below(node.childNodes)] : []))
  return below(parseFragment(html).childNodes)
}

/** Nothing runs, nothing is fetched from elsewhere, and a second parsing makes nothing else of it. */
function assertSafe(html: string): void {
  for (const given of [html, serialize(parseFragment(html))]) {
    for (const { tagName, namespaceURI, attrs } of elementsOf(given)) {
      assert.equal(namespaceURI, 'http://www.w3.org/1999/xhtml', given)
      assert.match(tagName, ELEMENTS, given)
      for (const { name, value } of attrs) {
        assert.match(name, ATTRIBUTES, given)
        if (name === 'href') assert.match(new URL(value, 'https://here.example').protocol, /^(?:https?|mailto|tel):$/)
        if (name === 'src') assert.equal(new URL(value, 'https://here.example').origin, 'https://here.example')
      }
    }
  }
}

const ABUSES = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="/x" onload="alert(1)">',
  '<p onclick="alert(1)" style="position:fixed" class="x" id="y">text</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="https://tracker.example/pixel.gif">',
  '<img src="//tracker.example/pixel.gif">',
  '<img src="/\\tracker.example/pixel.gif">',
  '<img src="/\t/tracker.example/pixel.gif">',
  '<img srcset="https://tracker.example/1 1x" src="/x">',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/x.css"</style>',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<title><img title="</title><img src=x onerror=alert(1)>"></title>',
]

const numbered = (count: number, piece: (number: string) => string) =>
  Array.from({ length: count }, (_, index) => piece(index.toString(36).padStart(4, '0'))).join('')
/** As much as an answer may hold. */
const filled = (piece: string, before = '') => {
  const tags = piece.split('<').length - 1
  const byLength = (512 * 1024 - before.length) / piece.length
  const byTags = tags === 0 ? byLength : (20_001 - before.split('<').length) / tags
  return before + piece.repeat(Math.min(byLength, byTags))
}
/** What was quadratic in the libraries, and the slowest of 7,400 random texts. */
const HEAVY: [string, string][] = [
  ['pictures of other sites behind text', filled('<img>', 'x'.repeat(400_000))],
  ['pictures of other sites behind entities', filled('<img>', '&'.repeat(400_000))],
  ['pictures of other sites behind fewer entities', filled('<img>', '&'.repeat(30_000))],
  ['comments in an address', `<a href="x${'&lt!---->'.repeat(58_000)}">y</a>`],
  ['comments in the address of a picture', `<img src="x${'&lt!---->'.repeat(58_000)}">`],
  ['open tags', filled('<b>')],
  ['end tags of other elements', filled('</i>', '<b>'.repeat(9999))],
  [
    'end tags of other elements with long names',
    filled(
      '</abcdefghijkl>',
      numbered(9999, (n) => `<abcdefgh${n}>`),
    ),
  ],
  [
    'end tags within the allowed depth',
    filled(
      '</abcdefghijklmnopqrst>',
      numbered(511, (n) => `<abcdefghijklmnop${n}>`),
    ),
  ],
  ['namespaces in each other', filled('<svg><desc>')],
  ['attributes', `<p ${numbered(100_000, (n) => `${n} `)}>`],
  ['tags with attributes', filled('<p dir=ltr lang=en title=x id=a>')],
  [
    'entities in deep tags',
    filled(
      '&lt',
      numbered(500, (n) => `<ab${n}>`),
    ),
  ],
  [
    'unfinished entities in deep tags',
    filled(
      '&notin',
      numbered(500, (n) => `<ab${n}>`),
    ),
  ],
  [
    'entities and line ends in deep tags',
    filled(
      '&lt\n',
      numbered(511, (n) => `<ab${n}>`),
    ),
  ],
  ['links behind entities', filled('<a href=x>1', '&lt;'.repeat(50_000))],
  ['unfinished tags', filled('<x ')],
  ['unfinished addresses', filled('<a href="&#106;')],
  ['comments', filled('<!--')],
  ['tables', filled('<table><tr>')],
  ['raw text that ends elsewhere', filled('<p><noscript></p></noscript >')],
]

describe('HTML of users', () => {
  for (const abuse of ABUSES) {
    test(`nothing is left to run or to fetch of ${JSON.stringify(abuse)}`, async () => {
      const cleaned = await clean(`<p>before</p>${abuse}`)

      assertSafe(cleaned)
      assert.ok(cleaned.startsWith('<p>before</p>'), cleaned)
    })
  }

  test('keeps what a text needs', async () => {
    const text =
      '<h2>Leave</h2><p dir="ltr">Ask <strong>early</strong>, &lt; 3 days<br />before.</p><ol start="2"><li>one</li></ol>' +
      '<table><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table><img src="/logo.png" alt="Logo" />'

    assert.equal(await clean(text), text)
    assert.equal(
      await clean('<a href="https://example.com/a?b=c&amp;d" target="top">x</a>'),
      '<a href="https://example.com/a?b=c&amp;d" rel="noopener noreferrer">x</a>',
    )
  })

  test('stays safe whatever is put together', async () => {
    const pieces = [
      ...ABUSES,
      '</p>',
      '<p>',
      '</style>',
      '-->',
      '<!--',
      '"',
      "'",
      '>',
      '<',
      '&lt;',
      'x',
      '</math>',
      '</svg>',
    ]
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 10 })), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const cleaned = await clean(parts.join(''))

        assertSafe(cleaned)
        assert.equal(await clean(cleaned), cleaned, 'it is the same when it is cleaned again')
      }),
      { numRuns: 300 },
    )
  })

  test('leaves out pictures of other sites, and what follows keeps its tags', async () => {
    assert.equal(
      await clean('<b><img src="//evil.example/a" alt="a"><img></b><p>x</p><img src="/a" alt="a">'),
      '<b></b><p>x</p><img src="/a" alt="a" />',
    )
    assert.equal(await clean('&lt;img /&gt;<p><img src="/\t/evil.example/a"></p>'), '&lt;img /&gt;<p></p>')
  })

  test('leaves out addresses that are very long or hold a comment', async () => {
    const long = `https://here.example/${'x'.repeat(1979)}`
    const href = (address: string) => `<a href="${address}" rel="noopener noreferrer">x</a>`

    assert.equal(await clean(`<a href="${long}">x</a>`), href(long))
    for (const address of [`${long}x`, '/a&lt!---->b']) {
      assert.equal(await clean(`<a href="${address}">x</a>`), '<a rel="noopener noreferrer">x</a>')
      assert.equal(await clean(`<img src="${address}" alt="a">`), '')
    }
  })

  test('goes as deep as browsers do, and no deeper', async () => {
    const nested = (depth: number) => clean(`${'<b>'.repeat(depth)}x`)

    assert.match(await nested(512), /^(?:<b>){40}x(?:<\/b>){40}$/)
    await assert.rejects(nested(513), /no sanitized body/)
    assert.equal(await clean('<p>x<br>'.repeat(2000)), '<p>x<br /></p>'.repeat(2000), 'closed ones do not count')
  })

  for (const [what, body] of HEAVY) {
    test(`is cleaned in time that grows with its length: ${what}`, async () => {
      const before = process.cpuUsage()
      await withSanitizedBodies([{ body }])
      const { user, system } = process.cpuUsage(before)

      // Each takes about a third of a second at most; those that were quadratic took up to 30 seconds.
      const tookMs = (user + system) / 1000
      assert.ok(tookMs < 4000, `${tookMs} ms of CPU time`)
    })
  }

  test('is cleaned up to the limit of an answer', async () => {
    const long = 'x'.repeat(300_000)

    const made = await withSanitizedBodies([{ body: long }, { body: null }, { body: long }, { body: '' }])

    assert.deepEqual(
      made.map(({ sanitized_body }) => sanitized_body?.length ?? null),
      [300_000, null, null, null],
    )
    const [tags, more] = await withSanitizedBodies([{ body: '<br>'.repeat(20_000) }, { body: '<br>' }])
    assert.deepEqual([tags?.sanitized_body?.length, more?.sanitized_body], [20_000 * '<br />'.length, null])
  })
})
