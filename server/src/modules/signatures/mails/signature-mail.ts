import { createHash } from 'node:crypto'
import type { RequesterMailKind, SignerMailKind } from '#modules/signatures/job-names.ts'
import { nameOfSigner } from '#modules/signatures/processes/present.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { SignerRow } from '#modules/signatures/signing/queries.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { SIGNATURE_MAIL_WORDS, type SignatureMailWords } from './mail-words.ts'

type Recipient = { email: string; first_name: string | null; language: string | null }
type Facts = { company: string; url: string; occasion: string }

/** The mail to a signer. `attachment` is the signed document, if it fits into a mail. */
export function signerMail(
  kind: SignerMailKind,
  process: ProcessRow,
  signer: SignerRow & { email: string },
  { company, url, occasion, attachment }: Facts & { attachment?: Buffer },
): Mail {
  const { words } = SIGNATURE_MAIL_WORDS.in(signer.language)
  const isToSign = kind === 'asked' || kind === 'reminder'
  const requester = process.creator_user_key === null ? company : `${process.creator_name} (${company})`
  const greeting = words.toSigner[kind](callName(signer), { title: process.title, requester })
  const whereabouts = attachment ? [words.attached] : [words.tooLarge]
  const mail = mailOf(
    kind,
    signer,
    { process, occasion },
    {
      paragraphs: [
        greeting,
        ...(kind === 'signed_document' ? whereabouts : []),
        ...(isToSign && signer.type === 'external' ? [words.externalNote] : []),
      ],
      ...(isToSign && process.message ? { quote: process.message } : {}),
      facts: factsOf(words, process, company, isToSign),
      ...(kind === 'called_off' ? {} : { action: { label: isToSign ? words.open.sign : words.open.signed, url } }),
      footer: words.footer.signer,
    },
  )
  if (kind !== 'signed_document' || !attachment || !process.sealed) return mail
  return { ...mail, attachments: [{ filename: process.sealed.filename, content: attachment }] }
}

/** The mail to the manager who requested the signatures. */
export function requesterMail(
  kind: RequesterMailKind,
  process: ProcessRow,
  requester: Recipient,
  { company, url, occasion }: Facts,
): Mail {
  const { words } = SIGNATURE_MAIL_WORDS.in(requester.language)
  const refuser = process.signers.find((one) => one.status === 'rejected')
  const text = words.toRequester[kind](callName(requester), refuser ? nameOfSigner(refuser) : '')
  return mailOf(
    kind,
    requester,
    { process, occasion },
    {
      paragraphs: [text],
      ...(kind === 'rejected' && refuser?.rejection_reason ? { quote: refuser.rejection_reason } : {}),
      facts: factsOf(words, process, company, false),
      action: { label: words.open.process, url },
      footer: words.footer.requester,
    },
  )
}

/** The code by which an external proves to have an address. It names no document: the mail may be read by others. */
export function codeMail(signer: SignerRow & { email: string }, code: string): Mail {
  const { language, words } = SIGNATURE_MAIL_WORDS.in(signer.language)
  const subject = words.subject.code('')
  const { text, html } = letter({
    language,
    heading: subject,
    paragraphs: [words.code(callName(signer)), words.codeLasts],
    facts: [[words.facts.oneTimeCode, code]],
    footer: words.footer.code,
  })
  return { to: signer.email, subject, text, html }
}

type Content = Omit<Parameters<typeof letter>[0], 'language' | 'heading'>

function mailOf(
  kind: SignerMailKind | RequesterMailKind,
  recipient: Recipient,
  { process, occasion }: { process: ProcessRow; occasion: string },
  content: Content,
): Mail {
  const { language, words } = SIGNATURE_MAIL_WORDS.in(recipient.language)
  const subject = words.subject[kind](process.title)
  const { text, html } = letter({ language, heading: subject, ...content })
  // The same mail, had it to be sent twice, has the same id.
  const id = createHash('sha256').update(occasion).digest('hex').slice(0, 32)
  return { to: recipient.email, subject, text, html, messageId: `<${id}@signatures.dossier>` }
}

function factsOf(
  { facts }: SignatureMailWords,
  { title, reason, expiry_date }: ProcessRow,
  company: string,
  isToSign: boolean,
): [label: string, value: string][] {
  const rows: [string, string | null][] = [
    [facts.document, title],
    [facts.from, company],
    [facts.reason, reason],
    [facts.until, isToSign ? expiry_date : null],
  ]
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
}

const callName = ({ first_name, email }: Recipient) => first_name || email
