import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { buildPackages, expirePackages, removePackageBytes } from '#modules/governance/packages/jobs.ts'
import { mailPackageCode, mailPackageLink } from '#modules/governance/packages/link/jobs.ts'
import type { AccessPackage } from '#modules/governance/packages/schemas.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { readZip } from '#platform/zip/read-zip.ts'
import { aSource } from '#platform/zip/zip-samples.conformance.ts'
import type { TestApp } from '#test/harness/app.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { jobsFor, runJob } from '#test/harness/features/webhooks/deliveries.ts'

export type OpenedPackage = {
  files: Map<string, Buffer>
  /** Of a kind. */
  data: <Shape = { id: string }[]>(kind: string) => Shape
  html: string
  manifest: { kinds: { kind: string; count: number; path: string }[]; left_out: string[]; entries: ManifestEntry[] }
}
type ManifestEntry = { path: string; size: number; sha256: string; content_type: string }

/** Calls about access packages of the client acme, and their jobs. */
export function packageCalls(service: TestApp) {
  const { v2, app } = service
  let visitors = 0

  const ask = (employee_technical_id: string, over: object = {}) =>
    v2('POST', '/access_packages', { body: { employee_technical_id, ...over } })

  async function asked(employee: string, over: object = {}): Promise<string> {
    const answer = await ask(employee, over)
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json().id
  }

  const build = (id: string, at: TestApp = service) => runJob(at, buildPackages, { client_id: 'acme', id })
  const read = async (id: string): Promise<AccessPackage> => (await v2('GET', `/access_packages/${id}`)).json()

  /** A package that is ready; answers its id. */
  async function ready(employee: string, over: object = {}): Promise<string> {
    const id = await asked(employee, over)
    await build(id)
    const { status, error } = await read(id)
    assert.equal(status, 'ready', String(error))
    return id
  }

  const file = (id: string, headers: Record<string, string> = {}) =>
    v2('GET', `/access_packages/${id}/file`, { headers })

  /** What is in a package. */
  async function opened(employee: string, over: object = {}): Promise<OpenedPackage & { id: string }> {
    const id = await ready(employee, over)
    const answer = await file(id)
    assert.equal(answer.statusCode, 200, answer.body)
    return { id, ...(await unzipped(answer.rawPayload)) }
  }

  /** Ends what is overdue, and removes the bytes. */
  async function expire(): Promise<void> {
    await runJob(service, expirePackages, {})
    for (const { data } of (
      await service.pool.query(`SELECT data FROM jobs.job WHERE name = $1`, [removePackageBytes.name])
    ).rows) {
      await runJob(service, removePackageBytes, data)
    }
  }

  /** What was mailed about a package. */
  async function mails(id: string, job: typeof mailPackageLink = mailPackageLink): Promise<Mail[]> {
    const office = aRecordingMailer()
    for (const data of (await jobsFor(service, job.name, 'acme')) as { client_id: string; id: string }[]) {
      if (data.id === id) await runJob({ ...service, mailer: office.mailer }, job, data)
    }
    return office.sent
  }

  /** The token of the link that was mailed to an employee without a log-in. */
  async function linkTo(id: string): Promise<string> {
    const mail = (await mails(id)).at(-1)
    return /https?:\S+\/my-data\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('there was no link')
  }

  /** The calls of a person who has a link. Everybody calls from elsewhere, so that guesses of one slow no other. */
  function visitor(token: string, cookie?: string) {
    visitors += 1
    const remoteAddress = `10.1.${visitors >> 8}.${visitors & 255}`
    return (method: 'GET' | 'POST', path: string, body?: object) =>
      app.inject({
        method,
        remoteAddress,
        url: `/portal/api/access_packages/${token}${path}`,
        headers: { 'x-requested-with': 'dossier', ...(cookie && { cookie }) },
        ...(body && { payload: body }),
      })
  }

  /** The code that is mailed to a person who has a link. */
  async function codeFor(id: string, token: string): Promise<string> {
    const answer = await visitor(token)('POST', '/codes')
    assert.equal(answer.statusCode, 202, answer.body)
    const mail = (await mails(id, mailPackageCode)).at(-1)
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? assert.fail('there was no code')
  }

  return { ask, asked, build, read, ready, file, opened, expire, mails, linkTo, visitor, codeFor }
}

export async function unzipped(zip: Buffer): Promise<OpenedPackage> {
  const files = new Map<string, Buffer>()
  for await (const entry of readZip(aSource(zip).source, { maxEntries: 10_000, maxEntryBytes: 10_000_000 })) {
    assert.ok(!files.has(entry.name), `${entry.name} is there once`)
    files.set(entry.name, await buffer(await entry.open()))
  }
  const textOf = (name: string) => (files.get(name) ?? assert.fail(`${name} is missing`)).toString('utf8')
  return {
    files,
    data: (kind) => JSON.parse(textOf(`data/${kind}.json`)),
    html: textOf('index.html'),
    manifest: JSON.parse(textOf('manifest.json')),
  }
}
