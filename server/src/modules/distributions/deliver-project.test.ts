import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/directory-builders.ts'
import { aDistributionType, distributionCalls } from '#test/harness/distributions.ts'
import { aPdfOf } from '#test/harness/pdf.ts'

const service = await startApp()
const { delivered, read, report } = distributionCalls(service)

test('a project is handed out: its documents are in the folders, and it is completed', async () => {
  const organization = await anOrganization(service)
  const [one, two] = [
    await anEmployee(service, { organizations: [organization] }),
    await anEmployee(service, { organizations: [organization] }),
  ]
  const type = await aDistributionType(service)

  const id = await delivered([{ type, bytes: aPdfOf([`Employee no: ${one}`, 'second', `Employee no: ${two}`]) }])

  const project = await read(id)
  assert.equal(project.status, 'completed')
  assert.deepEqual(
    (await report(id)).map((line) => [line.outcome, line.employee_technical_id, line.pages, line.document_id !== null]),
    [
      ['matched', one, 2, true],
      ['matched', two, 1, true],
    ],
  )
})
