import { defineJob, type JobContext } from '#kernel/jobs.ts'
import { findClient } from '#modules/clients/index.ts'
import {
  type CodeJobData,
  MAIL_CODE,
  MAIL_REQUESTER,
  MAIL_SIGNER,
  type ProcessRef,
  type RequesterMailJobData,
  type SignerMailJobData,
  type SignerMailKind,
} from '#modules/signatures/job-names.ts'
import { findProcess, type ProcessRow } from '#modules/signatures/processes/queries.ts'
import { createCode } from '#modules/signatures/signing/create-code.ts'
import type { SignerRow } from '#modules/signatures/signing/queries.ts'
import { signingUrl } from '#modules/signatures/signing/signing-link.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { codeMail, requesterMail, signerMail } from './signature-mail.ts'

/** Mail servers refuse much more, with what it takes to send it as letters. */
const MAX_ATTACHED_BYTES = 10 * 1024 * 1024

/** Mails one signer. A signer who no longer needs the mail gets none. */
export const mailSigner = defineJob<SignerMailJobData>(
  MAIL_SIGNER.name,
  async (order, context) => {
    const found = await findFor(context.db, order)
    const signer = found?.process.signers.find((one) => one.id === order.signer_id)
    if (!found || !signer?.email || !isStillTrue(order.kind, found.process, signer)) return
    const { process, company } = found
    // The language of external signers is unknown; they get that of the client.
    const recipient = { ...signer, email: signer.email, language: signer.language ?? found.language }
    const attachment = order.kind === 'signed_document' ? await attachmentOf(context, process) : undefined
    const url = signingUrl(context, { id: process.id, clientId: order.client_id }, signer)
    const facts = { company, url, occasion: order.occasion, ...(attachment && { attachment }) }
    const mail = signerMail(order.kind, process, recipient, facts)
    await context.mailer.send(mail, { clientId: order.client_id, kind: 'signature' })
  },
  { concurrency: 4 },
)

/** Mails the manager who asked for signatures. */
export const mailRequester = defineJob<RequesterMailJobData>(
  MAIL_REQUESTER.name,
  async (order, { db, mailer, publicUrl }) => {
    const found = await findFor(db, order)
    const key = found?.process.creator_user_key
    const [requester] = key ? await findManager(db, { client_id: order.client_id, key }) : []
    if (!found || !requester) return
    const url = `${publicUrl}/portal/manager/signatures/${order.process_id}`
    const mail = requesterMail(order.kind, found.process, requester, {
      company: found.company,
      url,
      occasion: order.occasion,
    })
    await mailer.send(mail, { clientId: order.client_id, kind: 'signature' })
  },
  { concurrency: 4 },
)

/** Mails a code to an external. Run again, it mails another, which ends the one before. */
export const mailCode = defineJob<CodeJobData>(
  MAIL_CODE.name,
  async (order, context) => {
    const found = await findFor(context.db, order)
    const signer = found?.process.signers.find((one) => one.id === order.signer_id)
    if (!found || !signer?.email) return
    const { email } = signer
    const code = await createCode(context, { id: order.client_id, languages: found.languages }, order)
    const recipient = { ...signer, email, language: signer.language ?? found.language }
    await context.mailer.send(codeMail(recipient, code), { clientId: order.client_id, kind: 'code' })
  },
  { concurrency: 4, retries: 5 },
)

async function findFor(db: Db, { client_id, process_id }: ProcessRef) {
  const client = await findClient(db, client_id)
  const process = client && (await findProcess(db, client, process_id))
  if (!client || !process) return undefined
  const { name: company, languages } = client
  return { process, company, languages, language: languages[0] ?? null }
}

function isStillTrue(kind: SignerMailKind, { status }: ProcessRow, signer: SignerRow): boolean {
  if (kind === 'asked' || kind === 'reminder') return status === 'signing' && signer.status === 'asked'
  return true
}

async function attachmentOf({ blobs }: JobContext, { sealed }: ProcessRow): Promise<Buffer | undefined> {
  if (!sealed || Number(sealed.size) > MAX_ATTACHED_BYTES) return undefined
  const bytes = await blobs.read(sealed.sha256)
  if (!bytes) throw new Error(`The bytes of a file are missing: ${sealed.sha256}`)
  return bytes
}

const findManager = lookup<
  { email: string; first_name: string; language: string | null },
  { client_id: string; key: string }
>(
  `SELECT email, first_name, language FROM users WHERE client_id = $client_id AND key = $key::bigint AND email IS NOT NULL`,
)
