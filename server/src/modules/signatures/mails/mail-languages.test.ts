import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WRITTEN_LANGUAGES } from '#kernel/languages/words.ts'
import type { RequesterMailKind, SignerMailKind } from '#modules/signatures/job-names.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { aProcessRow, aSignerRow } from '#test/harness/features/signature-rows.ts'
import { SIGNATURE_MAIL_WORDS } from './mail-words.ts'
import { codeMail, requesterMail, signerMail } from './signature-mail.ts'

const URL = 'https://dossier.acme.test/sign/abc-_123'
const FACTS = { company: 'Acme & Söhne', url: URL, occasion: 'occasion-1' }
const SIGNER_KINDS: SignerMailKind[] = ['asked', 'reminder', 'called_off', 'signed_document']
const REQUESTER_KINDS: RequesterMailKind[] = ['all_signed', 'rejected', 'expired']

const oneLine = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ')
const says = (mail: Mail, words: string) => oneLine(mail.text).includes(oneLine(words))
/** What a reader of the HTML sees. */
const seen = ({ html = '' }: Mail) =>
  oneLine(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ')).replaceAll('&amp;', '&')

/** Whatever it is about: filled in everywhere, one line of subject, and the same in both forms. */
function assertWhole(mail: Mail, language: string): void {
  const unfilled = /undefined|null|NaN|\[object|\$\{|\{\{|=>/
  assert.doesNotMatch(`${mail.subject}\n${mail.text}\n${seen(mail)}`, unfilled)
  assert.doesNotMatch(mail.subject, /[\r\n]|\s$|^\s/)
  assert.ok(mail.html?.includes(`<html lang="${language}" dir="ltr">`))
  const [body = '', footer = ''] = mail.text.split('\n-- \n')
  assert.ok(footer.trim().length > 10)
  for (const part of [body.split('\n\n')[1], footer]) assert.ok(seen(mail).includes(oneLine(part).trim()), part)
}

function assertLink(mail: Mail, label: string): void {
  assert.ok(mail.text.includes(`${label}\n${URL}\n`), mail.text)
  assert.match(mail.html ?? '', new RegExp(`<a [^>]*href="${URL}"[^>]*>${label}</a>`))
}

for (const language of WRITTEN_LANGUAGES) {
  const { words } = SIGNATURE_MAIL_WORDS.in(language)

  describe(`mails in ${language}`, () => {
    for (const kind of SIGNER_KINDS) {
      test(`${kind}: names the document, greets the signer, and leads to it only as long as that helps`, () => {
        const attachment = Buffer.from('%PDF')
        const sealed = { filename: 'Vertrag é.pdf', size: '4', sha256: 'bb'.repeat(32), page_count: 3 }
        const signer = aSignerRow({ language })

        const mail = signerMail(kind, aProcessRow({ sealed }), signer, { ...FACTS, attachment })

        assertWhole(mail, language)
        const isToSign = kind === 'asked' || kind === 'reminder'
        assert.deepEqual([mail.to, mail.subject], ['eve@outside.test', words.subject[kind]('Contract')])
        assert.equal(mail.subject.split('Contract').length, 2)
        assert.ok(says(mail, words.toSigner[kind]('Eve', { title: 'Contract', requester: 'Acme & Söhne' })))
        assert.equal(mail.text.includes('> Please read\n> page 2'), isToSign)
        assert.equal(mail.text.includes('2031-02-03'), isToSign)
        assert.equal(says(mail, words.externalNote), isToSign)
        if (kind === 'called_off') assert.doesNotMatch(mail.text + mail.html, /https?:\/\//)
        else assertLink(mail, isToSign ? words.open.sign : words.open.signed)
        const attached = kind === 'signed_document' ? [{ filename: 'Vertrag é.pdf', content: attachment }] : undefined
        assert.deepEqual(mail.attachments, attached)
        assert.equal(says(mail, words.attached), kind === 'signed_document')
      })
    }

    for (const kind of REQUESTER_KINDS) {
      test(`${kind}: tells the manager, with the reason of a refusal`, () => {
        const refusing = aSignerRow({ status: 'rejected', rejection_reason: 'The salary\nis missing.' })
        const process = aProcessRow({
          creator_user_key: '7',
          signers: [aSignerRow(), ...(kind === 'rejected' ? [refusing] : [])],
        })
        const requester = { email: 'max@acme.test', first_name: 'Max', language }

        const mail = requesterMail(kind, process, requester, FACTS)

        assertWhole(mail, language)
        assert.deepEqual([mail.to, mail.subject], ['max@acme.test', words.subject[kind]('Contract')])
        assert.ok(says(mail, words.toRequester[kind]('Max', 'Eve Outside')))
        assert.equal(mail.text.includes('> The salary\n> is missing.'), kind === 'rejected')
        assert.ok(!mail.text.includes('2031-02-03') && !mail.text.includes('Please read'))
        assertLink(mail, words.open.process)
      })
    }

    test('code: has the code, how long it is valid, and neither a link nor a word of the document', () => {
      const mail = codeMail(aSignerRow({ language }), '042137')

      assertWhole(mail, language)
      assert.deepEqual([mail.to, mail.subject], ['eve@outside.test', words.subject.code('')])
      assert.match(mail.text, /\b042137\n/)
      assert.ok(says(mail, words.codeLasts) && says(mail, words.footer.code))
      assert.doesNotMatch(`${mail.text}${mail.html}`, /https?:\/\/|Contract/)
      assert.ok(!mail.subject.includes('042137'), 'subjects are shown on locked screens')
    })

    test('a document that is too large is named as such, and is not attached', () => {
      const mail = signerMail('signed_document', aProcessRow(), aSignerRow({ language }), FACTS)

      assert.ok(says(mail, words.tooLarge) && !says(mail, words.attached))
      assert.equal(mail.attachments, undefined)
      assertLink(mail, words.open.signed)
    })

    test('what people wrote is text in every place: neither markup nor another line', () => {
      const evil = '<img src=x onerror=alert(1)> "&\u202e'
      const process = aProcessRow({
        title: evil,
        reason: `${evil}\nFrom: you`,
        message: `${evil}\n-- \nthe end`,
        creator_user_key: '7',
        creator_name: evil,
      })

      for (const kind of SIGNER_KINDS) {
        const mail = signerMail(kind, process, aSignerRow({ language, first_name: evil }), { ...FACTS, company: evil })
        assert.doesNotMatch(mail.html ?? '', /<img|onerror=alert\(1\)>|\u202e/)
        assert.match(mail.html ?? '', /&lt;img src=x onerror=alert\(1\)&gt; (?:&quot;|&#34;)&amp;/)
        assert.doesNotMatch(mail.text, /\u202e|^From: you|^-- \nthe end/m)
      }
    })
  })
}

describe('which words a reader gets', () => {
  const subjectFor = (language: string | null) =>
    signerMail('asked', aProcessRow(), aSignerRow({ language }), FACTS).subject

  for (const [language, subject] of [
    ['de-AT', 'Bitte unterzeichnen: Contract'],
    ['es-mx', 'Por firmar: Contract'],
    ['fr_CA', 'À signer\u00a0: Contract'],
    ['nl', 'Please sign: Contract'],
    [null, 'Please sign: Contract'],
  ] as const) {
    test(`${language}: ${subject}`, () => assert.equal(subjectFor(language), subject))
  }

  test('no language borrows a whole mail from another', () => {
    for (const kind of SIGNER_KINDS) {
      const texts = WRITTEN_LANGUAGES.map((language) => {
        const { words } = SIGNATURE_MAIL_WORDS.in(language)
        return [words.subject[kind]('x'), words.toSigner[kind]('x', { title: 'x', requester: 'x' })]
      })
      assert.equal(new Set(texts.flat()).size, 2 * WRITTEN_LANGUAGES.length)
    }
  })
})

describe('who is named', () => {
  test('the manager with the company, or the company alone for a process of a program', () => {
    const asked = (creator_user_key: string | null) =>
      signerMail('asked', aProcessRow({ creator_user_key, creator_name: 'Max Muster' }), aSignerRow(), FACTS).text

    assert.match(asked('7'), /^Hello Eve, Max Muster \(Acme & Söhne\) asks you to sign a document\.$/m)
    assert.match(asked(null), /^Hello Eve, Acme & Söhne asks you to sign a document\.$/m)
  })

  test('a signer without a first name by the address, and one who refused by the address too', () => {
    const nameless = aSignerRow({ first_name: null, last_name: null, status: 'rejected', rejection_reason: 'No' })
    const requester = { email: 'max@acme.test', first_name: '', language: null }

    assert.match(signerMail('asked', aProcessRow(), nameless, FACTS).text, /^Hello eve@outside\.test, /m)
    const mail = requesterMail('rejected', aProcessRow({ signers: [nameless] }), requester, FACTS)
    assert.match(mail.text, /^Hello max@acme\.test, eve@outside\.test refused to sign your document\.$/m)
  })

  test('those with a session are not told of a code', () => {
    const mail = signerMail('asked', aProcessRow(), aSignerRow({ type: 'employee' }), FACTS)

    assert.doesNotMatch(oneLine(mail.text), /a code is sent/)
  })
})

test('a mail has one id for each occasion, so that a second delivery is recognized', () => {
  const idOf = (occasion: string) =>
    signerMail('asked', aProcessRow(), aSignerRow(), { ...FACTS, occasion }).messageId ?? ''

  assert.match(idOf('one'), /^<[0-9a-f]{32}@signatures\.dossier>$/)
  assert.equal(idOf('one'), idOf('one'))
  assert.notEqual(idOf('one'), idOf('two'))
})

test('facts that a process does not have take no line', () => {
  const bare = aProcessRow({ reason: null, message: null, expiry_date: null })

  const { text } = signerMail('asked', bare, aSignerRow(), FACTS)

  assert.match(text, /\n\nDocument: Contract\nFrom: Acme & Söhne\n\n/)
  assert.ok(!text.includes('> '))
})
