import assert from 'node:assert/strict'
import type { AnyJob } from '#kernel/jobs.ts'
import type { Caller } from '#kernel/work.ts'
import type { CodeJobData, SignerMailJobData } from '#modules/signatures/job-names.ts'
import { mailCode, mailRequester, mailSigner, sealProcess } from '#modules/signatures/jobs.ts'
import type { SignatureProcess, Signer } from '#modules/signatures/processes/schemas.ts'
import { signingToken } from '#modules/signatures/signing/signing-link.ts'
import type { SignatureTypeInput } from '#modules/signatures/types/schemas.ts'
import { signatureTypes } from '#modules/signatures/types/signature-types.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { TestApp, TestApplication } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { importCalls } from './imports.ts'
import { aRecordingMailer } from './notes.ts'

export type NewSigner = Partial<Signer> & { type: Signer['type'] }
export type Over = Record<string, unknown> & { signers?: NewSigner[] }
export const CONSENT =
  'I have read this document. I agree to sign it electronically, and that my signature binds me like one by hand.'
export const TYPED = { kind: 'typed', text: 'Eve Outside' }

const clientOf = (application: TestApplication) => (application === 'rival' ? globex : acme)

/** A signature type of acme. */
export async function aSignatureType(
  { doWork }: TestApp,
  input: SignatureTypeInput & { owner?: Caller } = {},
): Promise<string> {
  const { owner = acme, ...given } = input
  const id = unique('type')
  await doWork(owner, (work) => signatureTypes.putOne(work, id, given))
  return id
}

export function anExternal(changes: Partial<NewSigner> = {}): NewSigner {
  return {
    type: 'external',
    first_name: 'Eve',
    last_name: 'Outside',
    email: `${unique('eve')}@outside.test`,
    ...changes,
  }
}

type Answer = Awaited<ReturnType<TestApp['v2']>>
type SignerCall = (method: 'GET' | 'POST', path: string, options?: { body?: unknown }) => Promise<Answer>

/** What a signer may call, behind the address of the document. */
export const SIGNER_CALLS = [
  ['GET', ''],
  ['GET', '/pages/1'],
  ['GET', '/text'],
  ['GET', '/file'],
  ['POST', '/views'],
  ['POST', '/sign'],
  ['POST', '/reject'],
] as const

/** Calls about signature processes, of the client acme unless said otherwise. */
export function signatureCalls(service: TestApp) {
  const { v2, app, pool, keyring } = service
  const { upload } = importCalls(service)
  const portal = portalCalls(service)
  const seen = new Set<string>()
  let type: string | undefined
  let visitors = 0

  async function body(over: Over = {}) {
    type ??= await aSignatureType(service)
    const upload_id = over.upload_id ?? (await upload(aPdf(), { filename: 'contract.pdf' }))
    return { signature_type_id: type, title: unique('Contract'), upload_id, signers: [anExternal()], ...over }
  }

  const post = async (over: Over = {}, application: TestApplication = 'payroll') =>
    v2('POST', '/signature_processes', { application, body: await body(over) })

  async function created(over: Over = {}): Promise<SignatureProcess> {
    return accepted(await post(over), 201)
  }

  const read = async (id: string): Promise<SignatureProcess> => accepted(await v2('GET', `/signature_processes/${id}`))
  const move = (id: string, verb: string, options: Parameters<typeof v2>[2] = {}) =>
    v2('POST', `/signature_processes/${id}/${verb}`, options)

  async function started(over: Over = {}): Promise<SignatureProcess> {
    const { id } = await created(over)
    return accepted(await move(id, 'start'))
  }

  /** The jobs of a kind about a process that have not been run here. */
  async function ordersOf<Order>(name: string, processId: string): Promise<Order[]> {
    const { rows } = await pool.query<{ id: string; data: Order }>(
      `SELECT id, data FROM jobs.job WHERE name = $1 AND data ->> 'process_id' = $2 ORDER BY created_on, id`,
      [name, processId],
    )
    const unseen = rows.filter((one) => !seen.has(one.id))
    for (const { id } of unseen) seen.add(id)
    return unseen.map((one) => one.data)
  }

  /** The mails about a process that have not been sent yet; of these jobs. */
  async function mails(processId: string, jobs: AnyJob[] = [mailSigner, mailRequester]): Promise<Mail[]> {
    const office = aRecordingMailer()
    const at = { ...service, mailer: office.mailer }
    for (const job of jobs) {
      for (const order of await ordersOf<SignerMailJobData & CodeJobData>(job.name, processId)) {
        await runJob(at, job, order)
      }
    }
    return office.sent
  }

  const seal = (id: string, at: TestApp = service, client = 'acme') =>
    runJob(at, sealProcess, { client_id: client, process_id: id })

  /** The calls of an external who has a link, and the cookie of a visit if there is one. */
  function visitor(signerId: string, cookie?: string): SignerCall {
    const token = signingToken(keyring, signerId)
    // Everybody calls from elsewhere, so that nobody is slowed down for the guesses of another.
    visitors += 1
    const remoteAddress = `10.0.${visitors >> 8}.${visitors & 255}`
    return async (method, path, { body } = {}) =>
      app.inject({
        method,
        remoteAddress,
        url: `/portal/api/signing/${token}${path}`,
        headers: { 'x-requested-with': 'dossier', 'user-agent': 'Test browser', ...(cookie && { cookie }) },
        ...(body === undefined ? {} : { payload: body as object }),
      })
  }

  /** The code that an external is mailed. */
  async function codeFor(process: Pick<SignatureProcess, 'id'>, signerId: string): Promise<string> {
    assert.equal((await visitor(signerId)('POST', '/codes')).statusCode, 202)
    const mail = (await mails(process.id, [mailCode])).at(-1)
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? assert.fail('there was no code')
  }

  /** An external who has entered the code. */
  async function visiting(process: Pick<SignatureProcess, 'id'>, signerId: string): Promise<SignerCall> {
    const code = await codeFor(process, signerId)
    const answer = await visitor(signerId)('POST', '/visits', { body: { code } })
    assert.equal(answer.statusCode, 204, answer.body)
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    return visitor(signerId, cookie)
  }

  /** How a signer reaches the document: with a session, or with a link and a code. */
  async function signerCalls(process: SignatureProcess, signer: Signer): Promise<SignerCall> {
    if (signer.type === 'external') {
      const visit = await visiting(process, signer.id)
      return (method, path, options) => visit(method, `/document${path}`, options)
    }
    const call = portal.as(`${signer.type === 'user' ? 'manager' : 'employee'}:${signer.technical_id ?? ''}`)
    return (method, path, options) => call(method, `/me/signatures/${process.id}${path}`, options)
  }

  async function sign(process: SignatureProcess, position: number, drawing: object = TYPED) {
    const call = await signerCalls(process, process.signers[position] ?? assert.fail('no such signer'))
    const { consent } = (await call('GET', '')).json()
    return call('POST', '/sign', { body: { drawing, consent } })
  }

  /** A process that all have signed, one after the other, and that is sealed. */
  async function signed(over: Over = {}): Promise<SignatureProcess> {
    const process = await started(over)
    const inOrder = process.signers
      .map((one, position) => ({ order: one.signing_order, position }))
      .toSorted((one, other) => one.order - other.order)
    for (const { position } of inOrder) accepted(await sign(process, position))
    await seal(process.id)
    return read(process.id)
  }

  async function fileOf(id: string, name: 'file' | 'signed_file' = 'signed_file'): Promise<Buffer> {
    const answer = await v2('GET', `/signature_processes/${id}/${name}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.rawPayload
  }

  /** What was told of a process, in its order. */
  async function eventsOf(id: string): Promise<{ event: string; data: SignatureProcess & { signer?: Signer } }[]> {
    const { rows } = await pool.query(`SELECT type, data FROM events WHERE resource_id = $1 ORDER BY id`, [id])
    return rows.map(({ type: name, data }) => ({ event: name.replace('signature_process.', ''), data }))
  }

  /** All that there is of a process, to show that nothing moved. */
  async function stateOf({ id }: { id: string }) {
    const jobs = await pool.query<{ name: string }>(
      `SELECT name FROM jobs.job WHERE data ->> 'process_id' = $1 ORDER BY id`,
      [id],
    )
    const drawings = await pool.query(`SELECT drawing FROM signature_signers WHERE process_id = $1 ORDER BY rank`, [id])
    const evidence = (await v2('GET', `/signature_processes/${id}/evidence`)).json()
    return { process: await read(id), evidence, jobs: jobs.rows, drawings: drawings.rows, events: await eventsOf(id) }
  }

  return {
    body,
    post,
    created,
    read,
    move,
    started,
    mails,
    ordersOf,
    seal,
    visitor,
    codeFor,
    visiting,
    signerCalls,
    sign,
    signed,
    fileOf,
    eventsOf,
    stateOf,
    clientOf,
    portal,
  }
}

function accepted(answer: { statusCode: number; body: string; json(): unknown }, status = 200): SignatureProcess {
  assert.equal(answer.statusCode, status, answer.body)
  return answer.json() as SignatureProcess
}
