import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deliverProject, handOverPackages, processDistribution } from '#modules/distributions/jobs.ts'
import type { DistributionProject } from '#modules/distributions/projects/schemas.ts'
import type { DistributionSettings, DistributionType } from '#modules/distributions/settings/schemas.ts'
import { distributionSection } from '#modules/distributions/settings/setup-section.ts'
import type { Distribution, DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { writeZip, type ZipFile } from '#platform/zip/write-zip.ts'
import { APPLICATIONS, type TestApp, type TestApplication } from '#test/harness/app.ts'
import { acme, type globex, unique } from '#test/harness/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { asPayload } from '#test/harness/http/form.ts'

export const EMPLOYEE_NUMBER = 'Employee no: (?<employee_number>[\\w-]+)'

/** What projects of a client may be made with. Its events are not kept. */
export async function withDistribution(
  service: TestApp,
  settings: DistributionSettings,
  owner: typeof acme | typeof globex = acme,
): Promise<void> {
  await service.doWork(owner, async (work) => {
    await distributionSection.apply(work, settings, service.keyring)
    work.pendingEvents.length = 0
  })
}

let lastTypeId = 0

type TypeOptions = Partial<DistributionType> & { owner?: typeof acme | typeof globex }

/** A distribution type of acme: by default a PDF that is split where `EMPLOYEE_NUMBER` is. */
export async function aDistributionType(service: TestApp, options: TypeOptions = {}): Promise<string> {
  const { owner = acme, ...given } = options
  lastTypeId += 1
  const type: DistributionType = {
    id: lastTypeId,
    code: unique('spool-type'),
    format: 'pdf_split',
    pattern: EMPLOYEE_NUMBER,
    ...given,
    document_type: given.document_type ?? (await aDocumentType(service, { owner })),
  }
  await withDistribution(service, { types: [type] }, owner)
  return type.code
}

/** A ZIP of these files, in this order. */
export async function aZip(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ZipFile> {
    for (const [name, content] of Object.entries(files)) {
      const open = async () => Readable.from([Buffer.from(content)], { objectMode: false })
      yield { name, modifiedAt: new Date('2024-01-31T00:00:00Z'), compress: true, open }
    }
  }
  return buffer(writeZip(entries()))
}

type FormFields = Record<string, string | File | undefined>
type Keyed = { key?: string | null }
type Spool = { type: string; bytes: string | Uint8Array; filename?: string; name?: string }

const KEY = 'acme-api-key'

/** Calls around distributions of acme. Nothing runs by itself: `run` and `deliver` are what a worker would do. */
export function distributionCalls(service: TestApp) {
  const { app, v2 } = service
  const signal = new AbortController().signal
  const clientOf = (application: TestApplication) => APPLICATIONS[application].client
  const keyed = (key: string | null) => (key === null ? {} : { 'x-api-key': key })

  function create(form: Record<string, string> | [string, string][], { key = KEY }: Keyed = {}) {
    return app.inject({
      method: 'POST',
      url: '/api/v1/distrib_projects/',
      headers: { ...keyed(key), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  }

  /** A project that is accepted; answers its number. */
  async function project(form: Record<string, string> = {}, options: Keyed = {}): Promise<number> {
    const answer = await create({ name: unique('project'), ...form }, options)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().project_id
  }

  /** A spool as a form; what is undefined is left out. */
  async function send(projectId: number | string, fields: FormFields, { key = KEY }: Keyed = {}) {
    const form = new FormData()
    for (const [name, part] of Object.entries(fields)) {
      if (typeof part === 'string') form.append(name, part)
      else if (part) form.append(name, part, part.name)
    }
    const { headers, payload } = await asPayload(form)
    const url = `/api/v1/distrib_projects/${projectId}/distributions/`
    return app.inject({ method: 'POST', url, headers: { ...headers, ...keyed(key) }, payload })
  }

  /** A spool that is accepted; answers its number. */
  async function spool(projectId: number, { type, bytes, filename = 'spool', name = unique('spool') }: Spool) {
    const source_file = new File([Buffer.from(bytes)], filename)
    const answer = await send(projectId, { name, distribution_type_value: type, source_file })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().distribution_id as number
  }

  function run(distributionId: number, application: TestApplication = 'payroll'): Promise<void> {
    const ref = { client_id: clientOf(application), distribution_id: distributionId }
    return processDistribution.run(ref, { ...service, signal })
  }

  function deliver(projectId: number, application: TestApplication = 'payroll'): Promise<void> {
    return deliverProject.run({ client_id: clientOf(application), project_id: projectId }, { ...service, signal })
  }

  /** What a worker does when the next attempt to hand the packages over is due. */
  async function handOver(projectId: number, carrierRoot?: string): Promise<void> {
    const { rows } = await service.pool.query(
      'SELECT client_id, turn FROM distribution_hand_overs WHERE project_id = $1',
      [projectId],
    )
    const [ref] = rows as { client_id: string; turn: number }[]
    if (!ref) throw new Error('The project has no hand-over.')
    await handOverPackages.run({ ...ref, project_id: projectId }, { ...service, carrierRoot, signal })
  }

  function validate(projectId: number | string, { key = KEY }: Keyed = {}) {
    return app.inject({ method: 'POST', url: `/api/v1/distrib_projects/${projectId}/validate/`, headers: keyed(key) })
  }

  async function read(projectId: number): Promise<DistributionProject> {
    const answer = await v2('GET', `/distribution_projects/${projectId}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  async function readSpool(distributionId: number): Promise<Distribution> {
    const answer = await v2('GET', `/distributions/${distributionId}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  async function report(projectId: number, query = ''): Promise<DistributionDocument[]> {
    const answer = await v2('GET', `/distribution_projects/${projectId}/report${query}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  /** A project with these spools, each of which has been read. */
  async function prepared(spools: Spool[], form: Record<string, string> = {}): Promise<number> {
    const id = await project(form)
    for (const one of spools) await run(await spool(id, one))
    return id
  }

  /** A project with these spools that was validated and handed out. */
  async function delivered(spools: Spool[], form: Record<string, string> = {}): Promise<number> {
    const id = await prepared(spools, form)
    const answer = await validate(id)
    assert.equal(answer.statusCode, 200, answer.body)
    await deliver(id)
    return id
  }

  return {
    create,
    project,
    send,
    spool,
    run,
    deliver,
    handOver,
    validate,
    read,
    readSpool,
    report,
    prepared,
    delivered,
  }
}
