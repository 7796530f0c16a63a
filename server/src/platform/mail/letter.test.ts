import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Letter, letter } from './letter.ts'

describe('a letter as text', () => {
  test('has its parts one below the other, with the address on a line of its own', () => {
    const { text } = letter(aLetter())

    assert.equal(
      text,
      [
        'A note is due',
        '',
        'You asked to be reminded of this note on 15 November 2026. It is about the',
        'certificate that Zoë Łukasik was to bring.',
        '',
        'Other managers can see it too.',
        '',
        '> Bring the original.',
        '>',
        '>  - signed',
        '',
        'Employee: Zoë Łukasik',
        'Written by: Ann Léger',
        '',
        'Open the note',
        'https://hr.example/notes/7?from=mail&lang=en',
        '',
        '-- ',
        'You wrote the note.',
        '',
      ].join('\n'),
    )
  })

  test('is short when there is little to say', () => {
    const { text } = letter({ language: 'en', heading: 'Hello', paragraphs: ['Welcome.'], footer: 'Dossier' })

    assert.equal(text, 'Hello\n\nWelcome.\n\n-- \nDossier\n')
  })

  test('breaks what is long, and marks each line of what is quoted or belongs to a fact', () => {
    const words = Array(30).fill('word').join(' ')

    const { text } = letter(aLetter({ heading: words, quote: words, facts: [['Label', words]], footer: words }))

    assert.ok(text.split('\n').every((line) => line.length <= 78))
    assert.equal(text.match(/^> word/gm)?.length, 2)
    assert.equal(text.match(/^(?:Label:| ) word/gm)?.length, 3)
  })

  test('never breaks the address, nor what users wrote of theirs', () => {
    const url = `https://hr.example/${'a/'.repeat(60)}`

    const { text } = letter(aLetter({ action: { label: 'Open', url }, quote: `see ${url}` }))

    assert.deepEqual(
      text.split('\n').filter((line) => line.includes('https://')),
      [`> ${url}`, url],
    )
  })

  test('puts a blank before the colon in French', () => {
    const facts: Letter['facts'] = [['Employé', 'Zoë']]

    assert.match(letter(aLetter({ language: 'fr-fr', facts })).text, /^Employé\u00a0: Zoë$/m)
    assert.match(letter(aLetter({ language: 'fry', facts })).text, /^Employé: Zoë$/m)
  })
})

describe('a letter as HTML', () => {
  test('has its parts in their order', () => {
    const { html } = letter(aLetter())
    const parts = [
      '<title>A note is due</title>',
      '>A note is due</h1>',
      '>Other managers can see it too.</p>',
      '>Bring the original.<br>\n<br>\n - signed</blockquote>',
      '>Employee</th>',
      '<bdi>Zoë Łukasik</bdi>',
      '>Open the note</a>',
      '>https://hr.example/notes/7?from=mail&amp;lang=en</a>',
      '>You wrote the note.</p>',
    ]

    const places = parts.map((part) => html.indexOf(part))

    assert.ok(!places.includes(-1), parts[places.indexOf(-1)])
    assert.deepEqual(
      places.toSorted((left, right) => left - right),
      places,
    )
  })

  test('leaves out what there is not', () => {
    const { html } = letter({ language: 'en', heading: 'Hello', paragraphs: ['Welcome.'], footer: 'Dossier' })

    assert.doesNotMatch(html, /<blockquote|<th|<a |undefined/)
  })

  test('shows the first paragraph in lists of mails, hidden in the mail', () => {
    const { html } = letter(aLetter({ paragraphs: ['First & foremost.', 'Second.'] }))

    const [, style, shown] = /<body[^>]*>\s*<div style="([^"]*)">([^<]*)<\/div>/.exec(html) ?? []
    assert.match(style ?? '', /display:none;.*max-height:0;.*mso-hide:all/)
    assert.match(shown ?? '', /^First &amp; foremost\.(?:&#847;&zwnj;&nbsp;)+$/)
  })

  test('says its language and the direction of it', () => {
    for (const language of ['en', 'fr-fr', 'arn', 'heb-x']) {
      assert.match(letter(aLetter({ language })).html, new RegExp(`^<html lang="${language}" dir="ltr">$`, 'm'))
    }
    for (const language of ['ar', 'he-il', 'FA', 'ur']) {
      const { html } = letter(aLetter({ language }))
      assert.match(html, new RegExp(`^<html lang="${language}" dir="rtl">$`, 'm'))
      assert.match(html, /<blockquote [^>]*dir="auto" style="[^"]*border-right:/)
    }
  })

  test('knows light and dark, and is at most 600 pixels wide', () => {
    const { html } = letter(aLetter())

    assert.match(html, /<meta name="color-scheme" content="light dark">/)
    assert.match(html, /@media \(prefers-color-scheme:dark\)/)
    assert.match(html, /<div style="max-width:600px;/)
  })

  test('needs nothing from elsewhere', () => {
    const { html } = letter(aLetter())

    assert.doesNotMatch(html, /<(?:script|img|link|iframe|object|form|svg)|@import|url\(|\bsrc=|\bon\w+=/i)
    assert.deepEqual(
      new Set(html.match(/href="[^"]*"/g)),
      new Set(['href="https://hr.example/notes/7?from=mail&amp;lang=en"']),
    )
  })

  test('has readable contrast in light and in dark', () => {
    const { html } = letter(aLetter())
    const light = html.slice(html.indexOf('<body'))
    const dark = html.slice(0, html.indexOf('<body'))
    const colour = (part: string, pattern: RegExp) => pattern.exec(part)?.[1] ?? assert.fail(String(pattern))

    const pairs: [string, string][] = [
      [colour(light, /"card ink"[^>]*[; "]color:(#\w+)/), colour(light, /"card ink"[^>]*background-color:(#\w+)/)],
      [colour(light, /"quiet foot"[^>]*[; "]color:(#\w+)/), colour(light, /"paper sheet"[^>]*background-color:(#\w+)/)],
      [colour(light, /"button"[^>]*[; "]color:(#\w+)/), colour(light, /"button"[^>]*background-color:(#\w+)/)],
      [colour(dark, /\.ink\{color:(#\w+)/), colour(dark, /\.card\{background-color:(#\w+)/)],
      [colour(dark, /\.quiet\{color:(#\w+)/), colour(dark, /\.card\{background-color:(#\w+)/)],
      [colour(dark, /\.button\{[^}]*[;{]color:(#\w+)/), colour(dark, /\.button\{background-color:(#\w+)/)],
    ]
    for (const [ink, paper] of pairs) assert.ok(contrast(ink, paper) >= 4.5, `${ink} on ${paper}`)
  })
})

describe('what users write', () => {
  const HOSTILE = `</p><script>alert("1")</script>'&amp;<img src=x onerror=alert(1)>`

  test('is text wherever it stands', () => {
    const { html } = letter({
      language: '"><script>',
      heading: HOSTILE,
      paragraphs: [HOSTILE],
      quote: HOSTILE,
      facts: [[HOSTILE, HOSTILE]],
      action: { label: HOSTILE, url: `https://hr.example/?q="'><script>&x=1` },
      footer: HOSTILE,
    })

    assert.doesNotMatch(html, /<script|<img|"1"/)
    const shown =
      '&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;&lt;img src=x onerror=alert(1)&gt;'
    // Title, preview, heading, paragraph, quote, label, value, button, footer.
    assert.equal(html.split(shown).length - 1, 9)
    assert.match(html, /<html lang="&quot;&gt;&lt;script&gt;" /)
    assert.match(html, /href="https:\/\/hr\.example\/\?q=%22%27%3E%3Cscript%3E&amp;x=1"/)
  })

  test('keeps no control character, and none that turns the direction of text', () => {
    const unseen = '\0\x01\x07\x1b\x7f\u0080\u009f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff'
    const dirty = `a${unseen}b\ud800\tc`

    const { text, html } = letter({
      language: 'en',
      heading: dirty,
      paragraphs: [dirty],
      quote: dirty,
      facts: [[dirty, dirty]],
      action: { label: dirty, url: 'https://hr.example/' },
      footer: dirty,
    })

    for (const made of [text, html]) {
      assert.doesNotMatch(made, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufeff]/u)
      assert.ok(made.isWellFormed())
      assert.ok(made.split('ab\ufffd c').length > 7)
    }
  })

  test('keeps the marks, joiners and blanks that belong to writing', () => {
    const kept = 'نامه\u200cها 👩\u200d💼 15\u00a0000\u202f€ \u200f!\u200e'

    const { text, html } = letter(aLetter({ paragraphs: [kept] }))

    assert.ok(text.includes(`\n${kept}\n`))
    assert.ok(html.includes(`>${kept}</p>`))
  })

  test('breaks lines in a quote and nowhere else', () => {
    const broken = ['one', 'two', 'three', 'four', 'five', 'six'].reduce(
      (all, word, index) => all + ['\n', '\r\n', '\r', '\u2028', '\u0085'][index - 1] + word,
    )

    const { text, html } = letter({
      language: 'en',
      heading: broken,
      paragraphs: [broken, ' \n '],
      quote: `\n\n${broken}\n`,
      facts: [[broken, broken]],
      action: { label: broken, url: 'https://hr.example/' },
      footer: broken,
    })

    const line = 'one two three four five six'
    const quote = '> one\n> two\n> three\n> four\n> five\n> six'
    assert.equal(
      text,
      `${line}\n\n${line}\n\n${quote}\n\n${line}: ${line}\n\n${line}\nhttps://hr.example/\n\n-- \n${line}\n`,
    )
    assert.ok(html.includes('>one<br>\ntwo<br>\nthree<br>\nfour<br>\nfive<br>\nsix</blockquote>'))
    assert.equal(html.match(/<br>/g)?.length, 5)
    assert.doesNotMatch(html, /<p[^>]*><\/p>/)
  })

  test('is not quoted when it is blank', () => {
    const { text, html } = letter(aLetter({ quote: ' \r\n\t\u202e ' }))

    assert.doesNotMatch(text, /^>/m)
    assert.doesNotMatch(html, /<blockquote/)
  })
})

describe('the action', () => {
  const unusable = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://hr.example/',
    '//hr.example/',
    '/notes/7',
    'hr.example',
    'https://',
    'https://hr.example/a b',
    'https://hr.example/\r\nBcc: x',
    'https://me:secret@hr.example/',
    '',
  ]
  for (const url of unusable) {
    test(`leads only to the web: ${JSON.stringify(url)} is refused`, () => {
      assert.throws(() => letter(aLetter({ action: { label: 'Open', url } })), { message: /no web address/ })
    })
  }

  test('shows an address of another script in the form that cannot pass for one of this', () => {
    const { text } = letter(aLetter({ action: { label: 'Open', url: 'http://hr.exаmple/é' } }))

    assert.match(text, /^http:\/\/hr\.xn--exmple-4nf\/%C3%A9$/m)
  })
})

function aLetter(changes: Partial<Letter> = {}): Letter {
  return {
    language: 'en',
    heading: 'A note is due',
    paragraphs: [
      'You asked to be reminded of this note on 15 November 2026. It is about the certificate that Zoë Łukasik was to bring.',
      'Other managers can see it too.',
    ],
    quote: 'Bring the original.\n\n - signed',
    facts: [
      ['Employee', 'Zoë Łukasik'],
      ['Written by', 'Ann Léger'],
    ],
    action: { label: 'Open the note', url: 'https://hr.example/notes/7?from=mail&lang=en' },
    footer: 'You wrote the note.',
    ...changes,
  }
}

/** As WCAG 2 reckons it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((left, right) => left - right)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
