import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '#test/harness/eventually.ts'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { isInstalled } from '#test/harness/processes/installed.ts'
import { demoCredentials, startService } from '#test/harness/processes/service.ts'
import { createDossier, createDossierWithApiKey } from '../../../sdk/src/index.ts'

const ROOT = join(import.meta.dirname, '../../..')
const GUIDES = join(ROOT, 'docs/guides')
const guide = await readFile(join(GUIDES, 'distribution.md'), 'utf8')

const { dataDir, welcome } = await aDemoFolder()
const { url } = await startService({ dataDir })
const apiKey = /X-API-KEY: (\S+?)'/.exec(welcome.stdout)?.[1] ?? ''
const credentials = demoCredentials(welcome)
const sdk = createDossier({ baseUrl: url, ...credentials })
const dossier = createDossierWithApiKey({ baseUrl: url, apiKey })

/** Hands out a sample as the guide describes it, and answers the report. */
async function distribute(type: string, sample: string, settings: Record<string, string> = {}) {
  const { project_id: id } = await dossier.distributionProjects.create({ name: sample, ...settings })
  const source_file = new File([await openAsBlob(join(GUIDES, 'samples', sample))], sample)
  await dossier.distributionProjects.addSpool(id, { name: 'Spool', distribution_type_value: type, source_file })
  await sdk.distributionProjects.read(id, { everyMs: 200 })
  await dossier.distributionProjects.validate(id)
  await eventually(async () => (await sdk.distributionProjects.get(id)).status === 'completed')
  return { id, report: await sdk.distributionProjects.report(id) }
}

describe('docs/guides/distribution.md', () => {
  const samples: [string, string, [string | null, string, number | null][]][] = [
    [
      'payslips-zip',
      'payslips-names.zip',
      [
        ['E-1001', 'Payslip 2024-01', 1],
        ['E-1002', 'Payslip 2024-01', 1],
        ['E-2001', 'Payslip 2024-01', 1],
      ],
    ],
    [
      'payslips-index',
      'payslips-index.zip',
      [
        ['E-1001', 'Payslip of January', 1],
        ['E-1003', 'Payslip of January', 1],
      ],
    ],
    [
      'payslips-pdf',
      'payslips.pdf',
      [
        ['E-1001', 'Payslip 2024-01', 2],
        ['E-1003', 'Payslip 2024-01', 1],
        [null, 'Payslip 2024-01', 1],
      ],
    ],
    [
      'letters-txt',
      'letters.txt',
      [
        ['E-1001', 'Letter on your bonus', 1],
        ['E-1002', 'Letter on your bonus', 1],
        ['E-2001', 'Letter on your bonus', 1],
      ],
    ],
  ]
  for (const [type, sample, expected] of samples) {
    test(`its sample ${sample} is handed out by the demo as it says`, async () => {
      const { report } = await distribute(type, sample)

      assert.deepEqual(
        report.map((line) => [line.employee_technical_id, line.title, line.pages]),
        expected,
      )
      assert.ok(report.every((line) => (line.document_id !== null) === (line.employee_technical_id !== null)))
    })
  }

  test('what goes out on paper can be fetched with the sdk', async () => {
    const { id } = await distribute('letters-txt', 'letters.txt', { delivery_paper_conf: 'standard-mail' })

    const manifest = await (await sdk.distributionProjects.manifest(id)).text()
    const packages = Buffer.from(await (await sdk.distributionProjects.packages(id)).arrayBuffer())

    assert.match(manifest, /E-2001,Emma Clarke,GB-LON,1,2,2,Emma Clarke,221 Baker Street,NW1 6XE London/)
    assert.equal(packages.toString('latin1', 0, 2), 'PK')
  })

  for (const shell of ['curl'].filter(isInstalled)) {
    test(`its lines of ${shell} lead from a file to the vaults`, async () => {
      const chapter = guide.slice(guide.indexOf('## From a file'), guide.indexOf('## The four formats'))
      const lines = [...chapter.matchAll(/```sh\n(.*?)```/gs)].map(([, one]) => one)
      const { accessToken } = await tokenOf()
      const before = `set -e\nURL=${url} API=${url}/api/v2/client TOKEN=${accessToken}\n`

      const { stdout } = await promisify(execFile)('sh', ['-c', before + lines.join('\n')], { cwd: ROOT })

      const id = Number(/"id":(\d+),"name":"Payslips of January","status":"validated"/.exec(stdout)?.[1])
      await eventually(async () => (await sdk.distributionProjects.get(id)).status === 'completed')
      const { counts } = await sdk.distributionProjects.get(id)
      assert.deepEqual([counts.delivered, counts.left_out], [2, 1])
    })
  }
})

async function tokenOf(): Promise<{ accessToken: string }> {
  const { clientId, applicationId, applicationSecret } = credentials
  const basic = Buffer.from(`${applicationId}:${applicationSecret}`).toString('base64')
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: clientId })
  const headers = { authorization: `Basic ${basic}` }
  const answer = await fetch(`${url}/api/v2/client/tokens`, { method: 'POST', headers, body })
  return { accessToken: ((await answer.json()) as { access_token: string }).access_token }
}
