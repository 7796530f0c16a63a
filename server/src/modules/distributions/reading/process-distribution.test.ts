import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processDistribution } from '#modules/distributions/jobs.ts'
import { scannedBlobs } from '#platform/blobs/scanned-blobs.ts'
import { openScanner } from '#platform/scan/clamd.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { EICAR, startClamd } from '#test/harness/files/clamd.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { project, spool, report, readSpool } = distributionCalls(service)

test('a file in which the virus scan finds something is rejected alone', async (t) => {
  const clamd = await startClamd()
  t.after(clamd.close)
  const blobs = scannedBlobs(service.blobs, openScanner(clamd.address))
  const employee = await anEmployee(service, { organizations: [await anOrganization(service)] })
  const type = await aDistributionType(service, { format: 'zip_names', pattern: '(?<technical_id>[^_]+)_' })
  const infected = Buffer.concat([aPdf(), Buffer.from(EICAR)])
  const bytes = await aZip({ [`${employee}_1.pdf`]: infected, [`${employee}_2.pdf`]: aPdf() })
  const id = await project()
  // The scan looks at what is sent, and a ZIP hides what is in it from this scanner.
  const distribution_id = await spool(id, { type, bytes })

  const context = { ...service, blobs, signal: new AbortController().signal }
  await processDistribution.run({ client_id: 'acme', distribution_id }, context)

  assert.deepEqual(
    (await report(id)).map(({ outcome, reason }) => [outcome, reason]),
    [
      ['rejected', 'infected'],
      ['matched', null],
    ],
  )
  assert.equal((await readSpool(distribution_id)).status, 'ready')
})
