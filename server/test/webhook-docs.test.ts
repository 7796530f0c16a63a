import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Article } from '#modules/articles/writing/schemas.ts'
import { AuditCheckpoint } from '#modules/audit/reading/schemas.ts'
import { Dataset, Value } from '#modules/datasets/definitions/schemas.ts'
import { Account } from '#modules/directory/accounts/schemas.ts'
import { CustomField } from '#modules/directory/custom-fields/schemas.ts'
import { Employee } from '#modules/directory/employees/schemas.ts'
import { SamlIdentityProvider } from '#modules/directory/identity-providers/schemas.ts'
import { Organization, OrganizationGroup } from '#modules/directory/organizations/schemas.ts'
import { Role } from '#modules/directory/roles/schemas.ts'
import { User } from '#modules/directory/users/schemas.ts'
import { DistributionProject } from '#modules/distributions/projects/schemas.ts'
import { Document } from '#modules/documents/schemas.ts'
import { DocumentType } from '#modules/documents/types/schemas.ts'
import { VaultLink } from '#modules/documents/vault/schemas.ts'
import { Event } from '#modules/events/schemas.ts'
import { AccessPackage } from '#modules/governance/packages/schemas.ts'
import { Disposal } from '#modules/governance/disposals/schemas.ts'
import { DeletionRequest } from '#modules/governance/erasure/schemas.ts'
import { LegalHold } from '#modules/governance/holds/schemas.ts'
import { RetentionPolicy } from '#modules/governance/policies/schemas.ts'
import { DatasetImport, Import } from '#modules/imports/schemas.ts'
import { Note } from '#modules/notes/schemas.ts'
import { Comment, Request } from '#modules/requests/schemas.ts'
import { SignatureProcess, Signer } from '#modules/signatures/processes/schemas.ts'
import { SignatureType } from '#modules/signatures/types/schemas.ts'
import { RETRY_DELAYS_MS } from '#modules/webhooks/dispatch/retry-schedule.ts'
import { WebhookInput, WebhookSettings } from '#modules/webhooks/subscriptions/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { chapter, emittedToday, firstCells, snippets } from '#test/harness/features/webhooks/docs-page.ts'
import { everyEvent } from '#test/harness/features/webhooks/every-event.ts'
import { shapeDifferences } from '#test/harness/features/webhooks/shape-differences.ts'
import { isInstalled } from '#test/harness/processes/installed.ts'

const service = await startApp()
let callbacks: Awaited<ReturnType<typeof everyEvent>>
before(async () => {
  callbacks = await everyEvent(service, emittedToday)
})

const samples = [...chapter('## Samples').matchAll(/^### `([\w.]+)`\n\n```json\n(.*?)^```$/gms)].map(
  ([, type = '', json = '']) => ({ type, body: JSON.parse(json) }),
)

/** What `data` is, by the resource that an event names, or by the event. */
const DATA: Record<string, object> = {
  access_package: AccessPackage,
  account: Account,
  article: Article,
  audit_checkpoint: AuditCheckpoint,
  company_document: Document,
  company_document_type: DocumentType,
  custom_field: CustomField,
  dataset: Dataset,
  dataset_import: DatasetImport,
  dataset_value: Value,
  deletion_request: DeletionRequest,
  disposal: Disposal,
  distribution_project: DistributionProject,
  employee: Employee,
  employee_document: Document,
  employee_document_type: DocumentType,
  import: Import,
  legal_hold: LegalHold,
  note: Note,
  organization: Organization,
  organization_group: OrganizationGroup,
  request: Request,
  'request.commented': Comment,
  retention_policy: RetentionPolicy,
  role: Role,
  saml_identity_provider: SamlIdentityProvider,
  signature_process: SignatureProcess,
  'signature_process.signed': { properties: { ...SignatureProcess.properties, signer: Signer } },
  signature_type: SignatureType,
  user: User,
  vault_link: VaultLink,
  webhook: WebhookSettings,
}

function bodySchema(type: string): object {
  const data = DATA[type] ?? DATA[type.split('.')[0] ?? '']
  assert.ok(data, `It is not known what the data of ${type} is.`)
  return { properties: { ...Event.properties, data } }
}

function realBody(type: string) {
  const callback = callbacks.get(type)
  assert.ok(callback, `There was no ${type}.`)
  return callback.json
}

const UNITS_MS: Record<string, number> = { s: 1000, min: 60_000, h: 3_600_000 }

describe('docs/api/webhooks.md', () => {
  test('has the waits between attempts that there are', () => {
    const rows = [...chapter('## Retries').matchAll(/^\| (\d+) \| (.+) \|$/gm)]
    const waits = rows.slice(0, -1).map(([, , wait = '']) => {
      const [count, unit = ''] = wait.split(' ')
      return Number(count) * (UNITS_MS[unit] ?? Number.NaN)
    })

    assert.deepEqual(waits, [...RETRY_DELAYS_MS])
    assert.deepEqual(
      rows.map(([, attempt]) => Number(attempt)),
      Array.from({ length: RETRY_DELAYS_MS.length + 1 }, (_, index) => index + 1),
    )
    assert.match(rows.at(-1)?.[2] ?? '', /^none/)
  })

  test('tells of each field that a webhook takes, and of no other', () => {
    assert.deepEqual(firstCells(chapter('## Create a webhook')), Object.keys(WebhookInput.properties))
  })

  test('tells of each field of a body, and of no other', () => {
    assert.deepEqual(firstCells(chapter('### Body')), Object.keys(realBody('employee.created')))
  })

  test('tells of each header of ours, and of no other', () => {
    const { host: _, connection: __, 'content-length': ___, ...ours } = callbacks.get('employee.created')?.headers ?? {}

    assert.deepEqual(
      firstCells(chapter('### Headers')).map((name) => name.toLowerCase()),
      Object.keys(ours),
    )
  })

  test('tells of each call that a webhook has, and of no other', async () => {
    const description = await readFile(join(import.meta.dirname, '../../openapi/v2.json'), 'utf8')
    const { paths } = JSON.parse(description) as { paths: Record<string, object> }
    const base = '/api/v2/client/webhooks/{id}/'
    const there = Object.entries(paths).flatMap(([path, calls]) =>
      path.startsWith(base)
        ? Object.keys(calls).map((method) => `${method.toUpperCase()} …/${path.slice(base.length)}`)
        : [],
    )
    const [refresh] =
      chapter('## Rotate the signature key').match(/POST \/api\/v2\/client\/webhooks\/\{id\}\/\w+/) ?? []

    assert.deepEqual(
      [...firstCells(chapter('## Inspect and resend deliveries')), refresh?.replace(base, '…/')].toSorted(),
      there.filter((call) => !call.startsWith('HEAD')).toSorted(),
    )
  })

  test('has one sample for each event that is emitted today, and no other', () => {
    assert.ok(emittedToday.length > 0)
    assert.deepEqual(samples.map(({ type }) => type).toSorted(), emittedToday.toSorted())
    assert.equal([...chapter('## Samples').matchAll(/^#+ /gm)].length, samples.length)
  })

  for (const { type, body } of samples) {
    test(`the sample of ${type} is made as a real one is`, () => {
      assert.equal(body.type, type)
      assert.deepEqual(shapeDifferences(body, realBody(type), bodySchema(type)), [])
    })
  }

  for (const shell of ['curl'].filter(isInstalled)) {
    test(`the line of ${shell} creates a webhook`, async () => {
      const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
      const { authorization } = await service.as('payroll')
      const [line = ''] = snippets('## Create a webhook', 'sh')
      const env = { PATH: process.env.PATH ?? '', DOSSIER: url, TOKEN: authorization.replace('Bearer ', '') }

      const { stdout } = await promisify(execFile)('sh', ['-c', line], { env })

      const created = JSON.parse(stdout)
      assert.match(created.signature_key, /^[A-Za-z0-9]{32}$/)
      assert.deepEqual((await service.v2('GET', `/webhooks/${created.id}`)).json(), created)
    })
  }
})

describe('a sample that is not made as a real one is', () => {
  const real = () => structuredClone(realBody('employee.created'))
  const wrong: Record<string, (body: ReturnType<typeof real>) => void> = {
    'lacks a field': (body) => delete body.data.city,
    'has a field too many': (body) => (body.data.salary = 1),
    'has its fields in another order': ({ data }) => {
      const { technical_id } = data
      delete data.technical_id
      data.technical_id = technical_id
    },
    'lacks a field in a list': (body) => delete body.data.registrations[0].active,
    'has a list without items': (body) => (body.data.registrations = []),
    'has a number for a text': (body) => (body.data.first_name = 7),
    'has a number for null': (body) => (body.data.address_2 = 7),
    'has null where there is none': (body) => (body.data.first_name = null),
    'has a time of another precision': (body) => (body.data.created_at = body.created_at),
    'has a text for an id': (body) => (body.id = 'e1'),
  }
  for (const [what, spoil] of Object.entries(wrong)) {
    test(`is noticed when it ${what}`, () => {
      const body = real()
      spoil(body)

      assert.equal(shapeDifferences(body, real(), bodySchema('employee.created')).length, 1)
    })
  }

  test('may have null for a text, and a text for null, where the schema has both', () => {
    const body = real()
    Object.assign(body.data, { email: null, address_2: 'Second floor' })

    assert.deepEqual(shapeDifferences(body, real(), bodySchema('employee.created')), [])
  })
})
