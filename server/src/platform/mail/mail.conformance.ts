import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import type { Mail, Mailer } from './mail.ts'

type Opened = { mailer: Mailer; received(): Promise<Buffer[]>; close(): Promise<void> }
type Check = (mailer: Mailer, arrived: () => Promise<Email[]>, received: () => Promise<Buffer[]>) => Promise<void>
type Scenario = (guarantee: string, check: Check) => void

/** The sender that `open` must give its mailer. */
export const SENDER = 'Dossier <dossier@example.com>'

/** What every way of sending promises; each implementation runs it. */
export function mailConformance(name: string, open: () => Promise<Opened>): void {
  const scenario: Scenario = (guarantee, check) =>
    test(guarantee, async () => {
      const { mailer, received, close } = await open()
      const arrived = async () => await Promise.all((await received()).map((raw) => PostalMime.parse(raw)))
      try {
        await check(mailer, arrived, received)
      } finally {
        await mailer.close()
        await close()
      }
    })

  describe(`${name}: content`, () => content(scenario))
  describe(`${name}: bodies`, () => bodies(scenario))
  describe(`${name}: headers`, () => headers(scenario))
  describe(`${name}: header injection`, () => injection(scenario))
  describe(`${name}: recipients`, () => recipients(scenario))
  describe(`${name}: load`, () => load(scenario))
}

function content(scenario: Scenario): void {
  scenario('a check passes and sends nothing', async (mailer, arrived) => {
    await mailer.check()

    assert.deepEqual(await arrived(), [])
  })

  scenario('a plain mail arrives with sender, recipient, subject, date and text', async (mailer, arrived) => {
    await mailer.send(aMail())

    const [email] = await arrived()
    assert.deepEqual(address(email?.from), { name: 'Dossier', address: 'dossier@example.com' })
    assert.deepEqual(email?.to?.map(address), [{ name: '', address: 'ann@example.com' }])
    assert.equal(email?.subject, 'A document for you')
    assert.equal(email?.text?.trim(), 'Your payslip is here.')
    assert.ok(Math.abs(Date.now() - Date.parse(email?.date ?? '')) < 60_000)
    assert.equal(email?.html, undefined)
  })

  scenario('a file that is attached arrives with its name, byte for byte', async (mailer, arrived) => {
    const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))

    await mailer.send(aMail({ attachments: [{ filename: 'Contrat d’été\r\nX: y.pdf', content }] }))

    const [email] = await arrived()
    const [attached, ...more] = email?.attachments ?? []
    assert.equal(more.length, 0)
    assert.equal(attached?.filename, 'Contrat d’été X: y.pdf')
    assert.ok(Buffer.from(attached?.content as ArrayBuffer).equals(content))
    assert.equal(email?.text?.trim(), 'Your payslip is here.')
  })

  scenario('letters of every script survive in subject, name and text', async (mailer, arrived) => {
    const subject = `Votre bulletin de paie d’août — 給与明細 👩‍💼 ${'é'.repeat(120)}`
    const text = `Grüße, Žofie!\nمرحبا\n${'長い行'.repeat(500)}`

    await mailer.send(aMail({ to: 'Zoë Łukasik <zoe@example.com>', subject, text }))

    const [email] = await arrived()
    assert.equal(email?.subject, subject)
    assert.deepEqual(email?.to?.map(address), [{ name: 'Zoë Łukasik', address: 'zoe@example.com' }])
    assert.equal(email?.text?.trimEnd(), text)
  })

  scenario('a quoted name may hold a comma', async (mailer, arrived) => {
    await mailer.send(aMail({ to: '"Léger, Ann" <ann@example.com>' }))

    const [email] = await arrived()
    assert.deepEqual(email?.to?.map(address), [{ name: 'Léger, Ann', address: 'ann@example.com' }])
  })
}

function bodies(scenario: Scenario): void {
  scenario('html and text arrive as alternatives', async (mailer, arrived, received) => {
    await mailer.send(aMail({ text: 'Bonjour été', html: '<p>Bonjour <b>été</b></p>' }))

    const [email] = await arrived()
    assert.equal(email?.text?.trim(), 'Bonjour été')
    assert.equal(email?.html?.trim(), '<p>Bonjour <b>été</b></p>')
    assert.match(String((await received())[0]), /^Content-Type: multipart\/alternative/m)
  })

  scenario('a line with a single dot, and one that starts with "From ", come through', async (mailer, arrived) => {
    await mailer.send(aMail({ text: 'before\n.\nFrom here\n..\nafter' }))

    assert.equal((await arrived())[0]?.text?.trimEnd(), 'before\n.\nFrom here\n..\nafter')
  })

  scenario('every line ends with CRLF', async (mailer, _arrived, received) => {
    await mailer.send(aMail({ text: 'one\ntwo\r\nthree', html: '<p>one\ntwo</p>' }))

    assert.doesNotMatch(String((await received())[0]), /(?<!\r)\n/)
  })
}

function headers(scenario: Scenario): void {
  scenario('message id and own headers are kept', async (mailer, arrived) => {
    await mailer.send(aMail({ messageId: '<note-17@dossier>', headers: { 'Auto-Submitted': 'auto-generated' } }))

    const [email] = await arrived()
    assert.equal(email?.messageId, '<note-17@dossier>')
    assert.equal(headerOf(email, 'auto-submitted'), 'auto-generated')
  })

  scenario('a mail without a message id gets one', async (mailer, arrived) => {
    await mailer.send(aMail())

    assert.match((await arrived())[0]?.messageId ?? '', /^<[^<>\s]+@[^<>\s]+>$/)
  })
}

function injection(scenario: Scenario): void {
  for (const lineBreak of ['\r\n', '\n', '\r', '\r\n\r\n']) {
    scenario(
      `${JSON.stringify(lineBreak)} in a subject, header or message id adds no header`,
      async (mailer, arrived) => {
        const injected = `text${lineBreak}Bcc: eve@example.com${lineBreak}X-Injected: yes`

        await mailer.send(
          aMail({
            subject: injected,
            messageId: `<1@dossier>${lineBreak}X-Injected: yes`,
            headers: { 'X-Ref': injected },
          }),
        )

        const [email] = await arrived()
        assert.equal(email?.subject, 'text Bcc: eve@example.com X-Injected: yes')
        assert.equal(email?.bcc, undefined)
        assert.equal(headerOf(email, 'x-injected'), undefined)
        assert.equal(email?.text?.trim(), 'Your payslip is here.')
      },
    )
  }

  scenario('a header with an unusable name is refused', async (mailer, arrived) => {
    await assert.rejects(mailer.send(aMail({ headers: { 'X-Ref: 1\r\nBcc': 'eve@example.com' } })), /unusable name/)
    assert.deepEqual(await arrived(), [])
  })
}

function recipients(scenario: Scenario): void {
  const unusable = [
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@example.com, eve@example.com',
    'Staff: ann@example.com, eve@example.com;',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com\nRCPT TO:<eve@example.com>',
    'Ann\r\nBcc: eve@example.com <ann@example.com>',
    '"eve@example.com x"@example.com',
    'ann@example.com> BODY=8BITMIME',
    'a b@example.com',
    'eve@example.com <ann@example.com>',
    'Ann, Eve <ann@example.com>',
  ]
  for (const to of unusable) {
    scenario(`the recipient ${JSON.stringify(to)} is refused`, async (mailer, arrived) => {
      await assert.rejects(mailer.send(aMail({ to })), { message: 'The recipient is not one e-mail address.' })
      assert.deepEqual(await arrived(), [])
    })
  }
}

function load(scenario: Scenario): void {
  scenario('50 mails at once arrive, each once', async (mailer, arrived) => {
    const subjects = Array.from({ length: 50 }, (_, index) => `mail ${String(index).padStart(2, '0')}`)

    await Promise.all(subjects.map((subject) => mailer.send(aMail({ subject }))))

    assert.deepEqual((await arrived()).map(({ subject }) => subject).sort(), subjects)
  })

  scenario('closing waits for the mail that is being sent', async (mailer, arrived) => {
    const sent = mailer.send(aMail())

    await mailer.close()

    await sent
    assert.equal((await arrived()).length, 1)
  })
}

export function aMail(changes: Partial<Mail> = {}): Mail {
  return { to: 'ann@example.com', subject: 'A document for you', text: 'Your payslip is here.', ...changes }
}

function address(mailbox: Email['from']) {
  return { name: mailbox?.name, address: mailbox?.address }
}

function headerOf(email: Email | undefined, name: string): string | undefined {
  return email?.headers.find(({ key }) => key === name)?.value
}
