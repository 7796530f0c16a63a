import { randomInt } from 'node:crypto'
import { defineJob, type JobContext } from '#kernel/jobs.ts'
import { findClient } from '#modules/clients/index.ts'
import { listLogIns } from '#modules/directory/index.ts'
import { getSubject, type PackageSubject } from '#modules/governance/packages/building/find-subject.ts'
import { MAIL_CODE, MAIL_LINK } from '#modules/governance/packages/job-names.ts'
import { findPackage, type PackageRef, type PackageRow } from '#modules/governance/packages/queries.ts'
import { newSecret } from '#platform/crypto/keyring.ts'
import { codeHash, linkHash, linkToken } from './package-link.ts'
import { codeMail, readyMail } from './package-mail.ts'
import { putLink, storeCode } from './queries.ts'

const CODE_LIFE_MS = 10 * 60 * 1000
const DIGITS = 6

type NamedClient = NonNullable<Awaited<ReturnType<typeof findClient>>>
type Found = { client: NamedClient; row: PackageRow; subject: PackageSubject }

/**
 * Mails where a package is: the portal, or a link of its own to people who cannot log in. The secret of a link is nowhere but
 * in the mail; run again, the job mails another, which ends the one before.
 */
export const mailPackageLink = defineJob<PackageRef>(
  MAIL_LINK.name,
  async (ref, context) => {
    const found = await findReady(context, ref)
    const email = found?.row.recipient ?? found?.subject.email
    if (!found || !email) return
    const { client, row, subject } = found
    const isByLink = row.recipient !== null || !(await canLogIn(context, found))
    const url = isByLink ? await newLink(context, ref, email) : `${context.publicUrl}/portal/my-data`
    const recipient = { email, first_name: subject.first_name, language: languageOf(found) }
    const mail = readyMail(recipient, { id: row.id, company: client.name, url, expires_at: row.expires_at, isByLink })
    await context.mailer.send(mail, { clientId: client.id, kind: 'access_package' })
  },
  { concurrency: 4 },
)

/** Mails a code. Run again, it mails another, which ends the one before. */
export const mailPackageCode = defineJob<PackageRef>(
  MAIL_CODE.name,
  async (ref, context) => {
    const { db, clock, keyring, mailer } = context
    const found = await findReady(context, ref)
    if (!found) return
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const [link] = await storeCode(db, {
      client_id: ref.client_id,
      package_id: ref.id,
      code_hash: codeHash(keyring, ref.id, code),
      code_expires_at: new Date(clock.now().getTime() + CODE_LIFE_MS),
    })
    if (!link) return
    const recipient = { email: link.recipient, first_name: found.subject.first_name, language: languageOf(found) }
    await mailer.send(codeMail(recipient, code), { clientId: ref.client_id, kind: 'code' })
  },
  { concurrency: 4, retries: 5 },
)

async function findReady({ db }: JobContext, { client_id, id }: PackageRef): Promise<Found | undefined> {
  const client = await findClient(db, client_id)
  const row = client && (await findPackage(db, client, id))
  if (!client || row?.status !== 'ready') return undefined
  return { client, row, subject: await getSubject(db, client, row.employee_key) }
}

const languageOf = ({ client, subject }: Found) => subject.language ?? client.languages[0] ?? null

async function canLogIn({ db }: JobContext, { client, subject }: Found): Promise<boolean> {
  const [logIn] = await listLogIns(db, client, [{ scope: 'employee', technicalId: subject.technical_id }])
  return logIn?.state === 'active'
}

async function newLink({ db, clock, keyring, publicUrl }: JobContext, ref: PackageRef, recipient: string) {
  const secret = newSecret()
  await putLink(db, {
    client_id: ref.client_id,
    package_id: ref.id,
    link_hash: linkHash(keyring, secret),
    recipient,
    created_at: clock.now(),
  })
  return `${publicUrl}/my-data/${linkToken(secret, ref.client_id)}`
}
