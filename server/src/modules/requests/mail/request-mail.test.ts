import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { testMail } from '#test/harness/mail/test-mail.ts'
import { type RequestMailFacts, requestMail } from './request-mail.ts'

type Changes = Partial<Omit<RequestMailFacts, 'recipient' | 'request'>> & {
  recipient?: Partial<RequestMailFacts['recipient']>
  request?: Partial<RequestMailFacts['request']>
}
type Kind = RequestMailFacts['kind']
type Side = RequestMailFacts['side']

const URL_OF_REQUEST = 'https://hr.example/requests/42?from=mail&x=1'

function theFacts({ recipient, request, ...changes }: Changes = {}): RequestMailFacts {
  return {
    kind: 'created',
    side: 'manager',
    occasion: 'created 42 max',
    recipient: { email: 'max@acme.test', first_name: 'Max', language: 'en', ...recipient },
    request: {
      id: '42',
      subject: 'Parental leave',
      body: '<p>From <b>May</b> on.</p><p>Is that possible?</p>',
      form_title: 'Leave',
      priority: 'URGENT',
      status: 'pending',
      custom_state: 'certificate is missing',
      processing_date_due: new Date('2026-11-15T12:00:00Z'),
      employee_name: 'Zoë Łukasik',
      creator_name: 'Ann Léger',
      url: URL_OF_REQUEST,
      ...request,
    },
    comment: { author_name: 'Eve Roux', body: '<p>Please send <i>it</i>.</p>', internal: false },
    ...changes,
  }
}

/** A mail with what its two forms say, each on one line. */
function theMail(changes: Changes = {}) {
  const mail = requestMail(theFacts(changes))
  const html = mail.html ?? assert.fail()
  return { ...mail, html, bothSay: [mail.text.replace(/[ \n]+(?:> )?/g, ' '), wordsOf(html)] }
}

/** The words of an HTML text as a browser shows them; what keeps words together stays. */
function wordsOf(html: string): string {
  const shown = html.replace(/<head>[\s\S]*?<\/head>|<div style="display:none[^>]*>[^<]*/g, '').replace(/<[^>]*>/g, ' ')
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return shown.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name] ?? '').replace(/[ \n]+/g, ' ')
}

const STATUS = { en: 'On hold (certificate is missing)', fr: 'En attente (certificate is missing)' }
const FOOTER = {
  en: {
    manager: 'You receive this e-mail because the request is assigned to you.',
    employee: 'You receive this e-mail because the request concerns you.',
  },
  fr: {
    manager: 'Vous recevez ce message parce que la demande vous est affectée.',
    employee: 'Vous recevez ce message parce que la demande vous concerne.',
  },
}
const TOLD: Record<'en' | 'fr', [Kind, Side, news: string][]> = {
  en: [
    ['created', 'manager', 'Hello Max, a new request was assigned to you.'],
    ['created', 'employee', 'Hello Max, a request that concerns you was created.'],
    ['assigned', 'manager', 'Hello Max, this request is now assigned to you.'],
    ['moved', 'manager', `Hello Max, the status of this request changed to “${STATUS.en}”.`],
    ['moved', 'employee', `Hello Max, the status of your request changed to “${STATUS.en}”.`],
    ['commented', 'manager', 'Hello Max, Eve Roux commented on this request.'],
    ['commented', 'employee', 'Hello Max, Eve Roux commented on your request.'],
  ],
  fr: [
    ['created', 'manager', 'Bonjour Max, une nouvelle demande vous a été affectée.'],
    ['created', 'employee', 'Bonjour Max, une demande qui vous concerne a été créée.'],
    ['assigned', 'manager', 'Bonjour Max, cette demande vous est désormais affectée.'],
    ['moved', 'manager', `Bonjour Max, le statut de cette demande est passé à «\u00a0${STATUS.fr}\u00a0».`],
    ['moved', 'employee', `Bonjour Max, le statut de votre demande est passé à «\u00a0${STATUS.fr}\u00a0».`],
    ['commented', 'manager', 'Bonjour Max, Eve Roux a commenté cette demande.'],
    ['commented', 'employee', 'Bonjour Max, Eve Roux a commenté votre demande.'],
  ],
}

for (const language of ['en', 'fr'] as const) {
  const isFrench = language === 'fr'
  for (const [kind, side, news] of TOLD[language]) {
    describe(`a request that was ${kind}, to ${side}s, in ${isFrench ? 'French' : 'English'}`, () => {
      test('says what happened, why this person is told, and where to open it', () => {
        const { to, text, html, bothSay } = theMail({ kind, side, recipient: { language } })

        assert.equal(to, 'max@acme.test')
        const button = isFrench ? 'Ouvrir la demande' : 'Open the request'
        for (const said of bothSay) {
          for (const part of [news, FOOTER[language][side], button]) assert.ok(said.includes(part), part)
          assert.doesNotMatch(said, isFrench ? /Hello|request\b/ : /Bonjour|demande/)
          assert.doesNotMatch(said, /null|undefined|\[object/)
        }
        assert.ok(text.includes(`\n${button}\n${URL_OF_REQUEST}\n`))
        assert.ok(html.includes(`href="${URL_OF_REQUEST.replace('&', '&amp;')}"`))
        assert.ok(html.includes(`<html lang="${language}"`))
      })

      test('has the number and the subject of the request in its own subject', () => {
        const { subject, bothSay } = theMail({ kind, side, recipient: { language } })

        const prefix = isFrench ? 'Nouvelle demande\u00a0: ' : 'New request: '
        assert.equal(subject, `${kind === 'created' ? prefix : ''}Parental leave (#42)`)
        for (const said of bothSay) assert.ok(said.trim().startsWith(subject), said)
      })

      test('quotes what was written, as text', () => {
        const { text, html } = theMail({ kind, side, recipient: { language } })

        if (kind === 'moved') return assert.doesNotMatch(text + html, /^>|<blockquote|From May|Please/m)
        const [lines, other] =
          kind === 'commented'
            ? [['Please send it.'], 'From May on.']
            : [['From May on.', '', 'Is that possible?'], 'Please']
        assert.ok(text.includes(`\n\n${lines.map((line) => `> ${line}`.trim()).join('\n')}\n\n`), text)
        assert.ok(html.includes(`>${lines.join('<br>\n')}</blockquote>`), html)
        assert.ok(!`${text}${html}`.includes(other))
      })

      test('lists the facts, those of the work to managers only', () => {
        const { text, html } = theMail({ kind, side, recipient: { language } })

        assert.deepEqual(rowsOf(text, language), rowsFor(side, language))
        const cells = [...html.matchAll(/<th [^>]*>(.*?)<\/th>\s*<td [^>]*><bdi>(.*?)<\/bdi>/g)]
        assert.deepEqual(
          cells.map(([, label, value]) => [label, value]),
          rowsFor(side, language),
        )
      })
    })
  }
}

function rowsOf(text: string, language: 'en' | 'fr'): string[][] {
  const block = text.split('\n\n').at(-3) ?? ''
  return block.split('\n').map((line) => line.split(language === 'fr' ? '\u00a0: ' : ': '))
}

function rowsFor(side: Side, language: 'en' | 'fr'): string[][] {
  const rows: [toEmployees: boolean, en: string[], fr: string[]][] = [
    [true, ['Form', 'Leave'], ['Formulaire', 'Leave']],
    [false, ['Employee', 'Zoë Łukasik'], ['Salarié', 'Zoë Łukasik']],
    [true, ['Created by', 'Ann Léger'], ['Créée par', 'Ann Léger']],
    [true, ['Priority', 'Urgent'], ['Priorité', 'Urgente']],
    [false, ['Due date', 'November 15, 2026'], ['Échéance', '15 novembre 2026']],
    [true, ['Status', STATUS.en], ['Statut', STATUS.fr]],
  ]
  const told = rows.filter(([toEmployees]) => toEmployees || side === 'manager')
  return told.map(([, en, fr]) => (language === 'fr' ? fr : en))
}

describe('the facts', () => {
  test('are left out where nothing is known, or nothing is special', () => {
    const nothing = { priority: 'NORMAL', processing_date_due: null, employee_name: null, creator_name: null } as const
    const { text } = theMail({ request: { ...nothing, custom_state: '' } })

    assert.deepEqual(rowsOf(text, 'en'), [
      ['Form', 'Leave'],
      ['Status', 'On hold'],
    ])
  })

  const statuses = [
    ['created', 'Received', 'Reçue'],
    ['open', 'In progress', 'En cours'],
    ['pending', 'On hold', 'En attente'],
    ['closed', 'Closed', 'Clôturée'],
  ] as const
  for (const [status, en, fr] of statuses) {
    test(`name the status ${status} in words, with the state that a rule gave it`, () => {
      for (const [language, word] of Object.entries({ en, fr })) {
        for (const [custom_state, shown] of Object.entries({ '': word, ' ': word, 'At 50 %': `${word} (At 50 %)` })) {
          const said = theMail({ kind: 'moved', recipient: { language }, request: { status, custom_state } }).bothSay

          const sentence = language === 'fr' ? `passé à «\u00a0${shown}\u00a0».` : `changed to “${shown}”.`
          for (const part of said) assert.ok(part.includes(sentence), part)
        }
      }
    })
  }

  test('name the same due date wherever the service runs', (t) => {
    const zone = process.env.TZ
    t.after(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })

    for (const name of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
      process.env.TZ = name
      for (const time of ['00:00:00Z', '23:59:59Z']) {
        const { text } = theMail({ request: { processing_date_due: new Date(`2026-11-15T${time}`) } })
        assert.match(text, /^Due date: November 15, 2026$/m)
      }
    }
  })

  test('name a low priority', () => {
    assert.match(theMail({ request: { priority: 'LOW' } }).text, /^Priority: Low$/m)
    const french = theMail({ request: { priority: 'LOW' }, recipient: { language: 'fr' } })
    assert.match(french.text, /^Priorité\u00a0: Basse$/m)
  })
})

const greetings: [greeting: RegExp, languages: (string | null)[]][] = [
  [/^Hello Max, a new request/m, [null, '', 'en', 'en-GB', 'pt', 'fry', 'x-fr']],
  [/^Bonjour Max, une nouvelle demande/m, ['fr', 'fr-FR', 'fr-ca', 'FR', 'fr_BE']],
  [/^Guten Tag Max, ein neuer Antrag/m, ['de', 'de-AT']],
  [/^Hola, Max: se le ha asignado/m, ['es', 'es-419']],
]
for (const [greeting, languages] of greetings) {
  for (const language of languages) {
    test(`the language ${JSON.stringify(language)} is greeted by ${greeting}`, () => {
      assert.match(theMail({ recipient: { language } }).text, greeting)
    })
  }
}

describe('a comment', () => {
  const internal = { author_name: 'Eve Roux', body: 'secret', internal: true }
  const sentences = [
    ['en', 'The comment is internal: the employee does not see it.'],
    ['fr', 'Ce commentaire est interne\u00a0: le salarié ne le voit pas.'],
  ] as const
  for (const [language, sentence] of sentences) {
    test(`is called internal to managers when it is, in ${language}`, () => {
      const open = { ...internal, internal: false }
      const told = (changes: Changes) => theMail({ kind: 'commented', recipient: { language }, ...changes }).bothSay

      for (const said of told({ comment: internal })) assert.ok(said.includes(sentence), said)
      for (const said of told({ comment: open })) assert.ok(!said.includes(sentence), said)
      for (const said of told({ comment: internal, kind: 'created' })) assert.ok(!said.includes(sentence), said)
    })
  }

  test('that is internal makes no mail to an employee', () => {
    const message = 'An internal comment is not for employees.'
    assert.throws(() => theMail({ kind: 'commented', side: 'employee', comment: internal }), { message })
  })

  const unknown = [
    ['en', 'manager', 'Hello Max, there is a new comment on this request.'],
    ['en', 'employee', 'Hello Max, there is a new comment on your request.'],
    ['fr', 'manager', 'Bonjour Max, il y a un nouveau commentaire sur cette demande.'],
    ['fr', 'employee', 'Bonjour Max, il y a un nouveau commentaire sur votre demande.'],
  ] as const
  for (const [language, side, sentence] of unknown) {
    test(`of nobody known is told of without a name, to ${side}s in ${language}`, () => {
      const comment = { author_name: null, body: 'x', internal: false }
      const { bothSay } = theMail({ kind: 'commented', side, recipient: { language }, comment })

      for (const said of bothSay) assert.ok(said.includes(sentence), said)
    })
  }
})

test('an employee is never told of an assignment', () => {
  assert.throws(() => theMail({ kind: 'assigned', side: 'employee' }), { message: /^Only managers/ })
})

describe('the quote', () => {
  for (const body of [null, '', ' \n ', '<p></p>', '<p>&nbsp;<br></p>', '<script>alert(1)</script>', '&#x202e;']) {
    test(`is left out when there is nothing to read: ${JSON.stringify(body)}`, () => {
      const comment = { author_name: null, body: body ?? '', internal: false }
      for (const changes of [{}, { kind: 'assigned' }, { kind: 'commented', comment }] as const) {
        const { text, html } = theMail({ ...changes, request: { body } })

        assert.doesNotMatch(text, /^>/m)
        assert.doesNotMatch(html, /<blockquote/)
      }
    })
  }

  const quoteIn = (body: string) => {
    const { text, html } = theMail({ request: { body } })
    const [, shown = assert.fail()] = /<blockquote [^>]*>([\s\S]*)<\/blockquote>/.exec(html) ?? []
    return { text, shown: shown.replaceAll('<br>\n', '\n') }
  }

  test('is whole up to 2,000 letters', () => {
    const whole = `${'word '.repeat(399)}words`

    assert.equal(whole.length, 2000)
    assert.equal(quoteIn(whole).shown, whole)
  })

  test('ends at a word when it is longer, with an ellipsis', () => {
    for (const [body, shown] of [
      [`${'word '.repeat(399)}worded`, `${'word '.repeat(398)}word…`],
      ['words<br>'.repeat(20_000), `${'words\n'.repeat(332)}words…`],
      ['<p>a letter</p>'.repeat(10_000), `${'a letter\n\n'.repeat(199)}a letter…`],
      ['<p>eleven here</p>'.repeat(10_000), `${'eleven here\n\n'.repeat(153)}eleven…`],
    ] as const) {
      assert.equal(quoteIn(body).shown, shown)
      assert.ok(shown.length <= 2001)
    }
  })

  test('is cut between letters where there are no words, and never within one', () => {
    assert.equal(quoteIn(`x${'é'.repeat(100_000)}`).shown, `x${'é'.repeat(1999)}…`)
    assert.equal(quoteIn(`x${'😀'.repeat(50_000)}`).shown, `x${'😀'.repeat(999)}…`)
    assert.equal(quoteIn(`see ${'休'.repeat(5000)}`).shown, `see ${'休'.repeat(1996)}…`)
  })

  test('keeps the mail small, whatever its size and its markup', () => {
    for (const body of ['<b>'.repeat(33_000), '<p>a b&lt;'.repeat(10_000), '&nbsp;\u202e\0<'.repeat(10_000)]) {
      const { text, html } = theMail({ request: { body }, kind: 'assigned' })
      assert.ok(text.length + html.length < 40_000, body.slice(0, 10))
    }
  })
})

describe('what people write', () => {
  const attack = (name: string) => `<script>${name}()</script><img src=x onerror="${name}()">'&amp;`

  test('is shown as the text that it is, and the markup of bodies not at all', () => {
    const names = { form_title: attack('f'), employee_name: attack('e'), creator_name: attack('c') }
    const request = { ...names, subject: attack('s'), custom_state: attack('t'), body: `Hi${attack('b')}` }
    const comment = { author_name: attack('a'), body: `Hi${attack('b')}`, internal: false }
    for (const kind of ['created', 'assigned', 'moved', 'commented'] as const) {
      const recipient = { first_name: attack('m') }
      const { subject, text, html, bothSay } = theMail({ kind, recipient, request, comment })

      assert.doesNotMatch(html, /<script|<img|onerror="/)
      assert.ok(subject.includes(attack('s')))
      const seen = ['f', 'e', 'c', 's', 't', 'm', ...(kind === 'commented' ? ['a'] : [])]
      for (const said of bothSay) for (const name of seen) assert.ok(said.includes(attack(name)), name)
      assert.doesNotMatch(text + html, /b\(\)/)
      assert.equal(text.includes("\n> Hi'&\n"), kind !== 'moved')
      assert.equal(html.includes('>Hi&#39;&amp;</blockquote>'), kind !== 'moved')
    }
  })

  test('turns no direction and hides nothing, in the subject as elsewhere', () => {
    const dirty = 'a\u202e\u2066\ufeffb\u2069\u202c\ud800'
    const request = { subject: dirty, body: dirty, form_title: dirty, custom_state: dirty, employee_name: dirty }
    const { subject, text, html } = theMail({ request, recipient: { first_name: dirty } })

    assert.equal(subject, 'New request: ab\ufffd (#42)')
    for (const made of [text, html]) {
      assert.doesNotMatch(made, /[\u202a-\u202e\u2066-\u2069\ufeff]/)
      assert.ok(made.isWellFormed() && made.split('ab\ufffd').length > 5)
    }
  })

  test('keeps the marks and blanks that belong to writing', () => {
    const subject = 'נסיעה\u200f! 15\u00a0000\u202f€'

    assert.equal(theMail({ kind: 'moved', request: { subject } }).subject, `${subject} (#42)`)
  })
})

describe('the mail as it is sent', () => {
  const office = testMail()
  after(() => office.removeMails())

  async function sent(changes: Changes) {
    const mail = requestMail(theFacts(changes))
    await office.mailer.send(mail)
    const found = (await office.mails()).find((one) => one.messageId === mail.messageId) ?? assert.fail()
    return { ...found, header: (key: string) => found.headers.filter((one) => one.key === key) }
  }

  test('takes line breaks in what people write for blanks: nobody adds a header', async () => {
    const breaks = 'A\r\nBcc: thief@example.com\r\n\r\n\u2028hello\n'
    const request = { subject: breaks, form_title: breaks, custom_state: breaks, creator_name: breaks }
    for (const kind of ['created', 'moved'] as const) {
      const mail = await sent({ kind, occasion: `breaks ${kind}`, request, recipient: { first_name: breaks } })

      const title = 'A Bcc: thief@example.com hello (#42)'
      assert.equal(mail.subject, kind === 'created' ? `New request: ${title}` : title)
      assert.deepEqual([...mail.header('bcc'), ...mail.header('cc')], [])
      assert.deepEqual(mail.to, [{ name: '', address: 'max@acme.test' }])
    }
  })

  test('belongs with the other mails about the request, and with no others', async () => {
    const ofOne = { request: { subject: 'Re: pay' } }
    const created = await sent({ ...ofOne, occasion: 'one' })
    const moved = await sent({ ...ofOne, occasion: 'two', kind: 'moved' })
    const url = 'https://hr.example/portal/requests/42'
    const french = { ...ofOne, side: 'employee', recipient: { language: 'fr' } } as const
    const commented = await sent({
      ...french,
      occasion: 'three',
      kind: 'commented',
      request: { subject: 'Re: pay', url },
    })

    assert.match(created.references ?? '', /^<[0-9a-f]{32}@requests\.dossier>$/)
    assert.deepEqual([moved.references, commented.references], [created.references, created.references])
    assert.deepEqual([moved.inReplyTo, commented.inReplyTo], [created.references, created.references])
    assert.equal(created.inReplyTo, undefined)
    assert.equal(moved.subject, commented.subject)
    const others = [{ id: '43' }, { url: 'https://test.hr.example/requests/42?from=mail&x=1' }]
    for (const [index, request] of others.entries()) {
      assert.notEqual((await sent({ occasion: `other ${index}`, request })).references, created.references)
    }
  })
})

describe('the id of the mail', () => {
  test('is the same for the same occasion, whatever has changed since', () => {
    const first = theMail({ occasion: 'moved 42 ann@acme.test 7' })
    const again = theMail({
      occasion: 'moved 42 ann@acme.test 7',
      kind: 'moved',
      side: 'employee',
      recipient: { email: 'zoe@acme.test', language: 'fr' },
      request: { id: '43', subject: 'Other', body: null },
    })

    assert.equal(again.messageId, first.messageId)
    // For good: this is what mail programs know a mail by that was sent before an upgrade.
    assert.equal(first.messageId, '<baec8f4ed6bd633525bfd8ff18d383b0@requests.dossier>')
  })

  test('is another for every other occasion', () => {
    const occasions = ['', '1', '1 ', 'created 42 max', 'created 42 eve', 'moved 42 max']
    const ids = occasions.map((occasion) => theMail({ occasion }).messageId)

    assert.equal(new Set(ids).size, occasions.length)
  })

  test('says nothing of anybody, and breaks no header', () => {
    const { messageId } = theMail({ occasion: 'max@acme.test\r\nBcc: x <é>' })

    assert.match(messageId ?? '', /^<[0-9a-f]{32}@requests\.dossier>$/)
  })
})

test('an address that is not one of the web makes no mail', () => {
  for (const url of ['', '/requests/42', 'javascript:alert(1)']) {
    assert.throws(() => theMail({ request: { url } }), { message: /no web address/ })
  }
})
