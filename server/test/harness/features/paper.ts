import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CarrierInput } from '#modules/distributions/carriers/schemas.ts'
import type { ProjectPaper } from '#modules/distributions/packages/schemas.ts'
import type { DistributionProject } from '#modules/distributions/projects/schemas.ts'
import { readZip } from '#platform/zip/read-zip.ts'
import type { TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import { aDistributionType, distributionCalls, withDistribution } from './distributions.ts'

/** A folder of the operator with one for a carrier in it. */
export async function aCarrierRoot() {
  const root = await aFolder()
  await mkdir(join(root, 'printer'))
  return { root, inbox: join(root, 'printer') }
}

export const ADDRESS = { address: '5 Rue du Lac', postcode: '69000', city: 'Lyon' }

/** Projects of acme whose paper a carrier takes. */
export async function paperOf(service: TestApp) {
  const calls = distributionCalls(service)
  const type = await aDistributionType(service)
  const organization = await anOrganization(service)

  async function aPaper(carrier?: CarrierInput): Promise<string> {
    const code = unique('paper')
    await withDistribution(service, { paper_configurations: [{ code, ...(carrier ? { carrier } : {}) }] })
    return code
  }

  /** People who get an envelope each; those at the end have no address. */
  async function people(count: number, withoutAddress = 0): Promise<string[]> {
    const hired: string[] = []
    for (let n = 0; n < count; n += 1) {
      const address = n < count - withoutAddress ? ADDRESS : {}
      const person = { first_name: 'Pat', last_name: `P${n}`, organizations: [organization], ...address }
      hired.push(await anEmployee(service, person))
    }
    return hired
  }

  /** A project that was validated and whose envelopes are made, one for each of these employees. */
  async function delivered(paper: string, employees: string[], form: Record<string, string> = {}): Promise<number> {
    const bytes = aPdfOf(employees.map((one) => `Employee no: ${one}`))
    return calls.delivered([{ type, bytes }], { delivery_paper_conf: paper, ...form })
  }

  /** A project with what became of its paper. */
  async function read(id: number): Promise<DistributionProject & ProjectPaper> {
    const paper = await service.v2('GET', `/distribution_projects/${id}/paper`)
    assert.equal(paper.statusCode, 200, paper.body)
    return { ...(await calls.read(id)), ...paper.json() }
  }

  return { ...calls, type, aPaper, people, delivered, read }
}

/** What is in a ZIP, by name, in its order. */
export async function filesIn(zip: Buffer): Promise<Map<string, Buffer>> {
  const source = {
    sizeBytes: zip.length,
    stream: async (start: number, end: number) => Readable.from([zip.subarray(start, end + 1)], { objectMode: false }),
  }
  const files = new Map<string, Buffer>()
  for await (const entry of readZip(source, { maxEntries: 5000, maxEntryBytes: 10 ** 8 })) {
    files.set(entry.name, await buffer(await entry.open()))
  }
  return files
}
