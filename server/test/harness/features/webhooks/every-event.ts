import type { TestApp } from '#test/harness/app.ts'
import { inEnglish } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { packageCalls } from '#test/harness/features/access-packages.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { aDistributionType, distributionCalls } from '#test/harness/features/distributions.ts'
import { documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { deletionCalls, disposalCalls } from '#test/harness/features/governance.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { aReceivingWebhook, startDispatcher } from './dispatcher.ts'
import type { Received } from './receiver.ts'

type Step = ['PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object]

const EMPLOYEE = {
  first_name: 'Eve',
  last_name: 'Moneypenny',
  email: 'eve@acme.test',
  language: 'fr-fr',
  address: '12 rue Neuve',
  postcode: '69002',
  city: 'Lyon',
  country: 'France',
  registrations: [{ organization_code: 'lyon', employee_number: '007' }],
  custom_fields: { badge: 'B-17' },
}
const MANAGER = {
  first_name: 'Max',
  last_name: 'Boss',
  email: 'max@acme.test',
  profiles: [{ role: 'hr', organizations: ['lyon'] }],
}
const ARTICLE = {
  title: 'Paid leave',
  body: '<p>How to ask for it.</p>',
  translations: [{ language_code: 'fr-fr', title: 'Congés payés', body: '<p>Comment les demander.</p>' }],
  categories: ['leave'],
  accessible_by: ['employees'],
  organizations: ['lyon'],
  roles: ['hr'],
  custom_field_rules: [{ field: 'badge', in: ['B-17'] }],
}
const DOCUMENT_TYPE = {
  name: 'Payslip',
  retention: { months: 60, from: 'date' },
  allowed_extensions: ['pdf'],
  metas: [{ code: 'period', name: 'Period', type: 'date', required: true }],
  filters: [{ code: 'category', name: 'Category', type: 'list', values: ['normal', 'bonus'] }],
}

const CERTIFICATE_FORM = {
  title: 'Employment certificate',
  category: { slug: 'documents', name: 'Documents', description: 'Certificates' },
  fields: [{ code: 'copies', label: 'Copies', type: 'integer', required: true }],
  assign_to: ['M-2'],
  due_in_days: 5,
}

/** Calls that make each event happen that is emitted today, but for those of webhooks. */
const STEPS: Step[] = [
  ['PUT', '/organizations/acme', { name: 'Acme' }],
  ['PUT', '/organizations/lyon', { name: 'Lyon', parent: 'acme' }],
  ['PATCH', '/organizations/lyon', { name: 'Lyon 2' }],
  ['PUT', '/organization_groups/south', { name: 'South', organizations: ['lyon'] }],
  ['PATCH', '/organization_groups/south', { name: 'The south' }],
  ['PUT', '/custom_fields/size', { name: 'Size', type: 'list', values: ['S', 'M'] }],
  ['PATCH', '/custom_fields/size', { values: ['S', 'M', 'L'] }],
  ['DELETE', '/custom_fields/size'],
  ['PUT', '/custom_fields/badge', { name: 'Badge', type: 'string' }],
  ['PUT', '/roles/hr', { name: 'HR', permissions: ['employees:*'] }],
  ['PATCH', '/roles/hr', { name: 'Human resources' }],
  ['PUT', '/employees/E-1', EMPLOYEE],
  ['PATCH', '/employees/E-1', { city: 'Paris' }],
  ['PUT', '/accounts/employee:E-1', { is_active: true }],
  ['PATCH', '/accounts/employee:E-1', { is_active: false }],
  ['DELETE', '/accounts/employee:E-1'],
  ['DELETE', '/employees/E-1'],
  ['POST', '/employees/E-1/restore'],
  ['PUT', '/article_categories/leave', { name: 'Leave' }],
  ['PUT', '/articles/paid-leave', ARTICLE],
  ['PATCH', '/articles/paid-leave', { state: 'published', featured: true }],
  ['DELETE', '/articles/paid-leave'],
  ['PUT', '/users/M-1', MANAGER],
  ['PATCH', '/users/M-1', { language: 'en-us' }],
  ['DELETE', '/users/M-1'],
  ['DELETE', '/roles/hr'],
  ['PUT', '/organizations/nice', { name: 'Nice', parent: 'acme' }],
  ['DELETE', '/organizations/nice'],
  [
    'PUT',
    '/saml_identity_providers/okta',
    {
      name: 'Okta',
      entity_id: 'https://okta.test/1',
      sso_url: 'https://okta.test/sso',
      certificates: [CERTIFICATE],
    },
  ],
  ['PATCH', '/saml_identity_providers/okta', { is_active: false }],
  ['DELETE', '/saml_identity_providers/okta'],
  ['PUT', '/document_types/payslip', { kind: 'employee', ...DOCUMENT_TYPE }],
  ['PATCH', '/document_types/payslip', { visible_by_employee: true }],
  ['PUT', '/document_types/invoice', { kind: 'company', ...DOCUMENT_TYPE }],
  ['PATCH', '/document_types/invoice', { name: 'Invoice' }],
  [
    'PUT',
    '/datasets/offices',
    { localized_names: inEnglish('Offices'), dimensions: [{ id: 'country', localized_names: inEnglish('Country') }] },
  ],
  ['PUT', '/datasets/offices', { localized_names: inEnglish('Our offices') }],
  ['PUT', '/datasets/offices/values/fr', { localized_names: inEnglish('France') }],
  ['PUT', '/datasets/offices/values/fr', { localized_names: inEnglish('The country France') }],
  ['DELETE', '/datasets/offices/values/fr'],
  ['DELETE', '/datasets/offices'],
]

/** Makes every event happen that is emitted today, and answers one callback for each of these types. */
export async function everyEvent(service: TestApp, types: string[]): Promise<Map<string, Received>> {
  startDispatcher(service)
  const { receiver } = await aReceivingWebhook(service, { events: ['*'] })
  const named = (type: string) => receiver.received.find(({ json }) => json.type === type)
  const gone = await aReceivingWebhook(service, { events: ['role.*'], owner_email: 'it@acme.test', answer: () => 410 })

  for (const step of STEPS) await take(service, step)
  await portalCalls(service).sessionOf('employee:E-1')
  await fileDocuments(service)
  await disposeOfNotes(service)
  await makePackages(service)
  await sealTrail(service)
  await eraseEmployees(service)
  await makeRequests(service)
  await distribute(service)
  await haveSigned(service)
  await importFiles(service)
  await eventually(() => named('webhook.disabled'), { withinSeconds: 30 })
  await take(service, ['PATCH', `/webhooks/${gone.webhook.id}`, { name: 'Gone' }])
  await take(service, ['DELETE', `/webhooks/${gone.webhook.id}`])
  const missing = () => types.filter((type) => !named(type))
  await eventually(() => missing().length === 0, { withinSeconds: 30 }).catch(() => {
    throw new Error(`These never came: ${missing()}`)
  })
  return new Map(types.flatMap((type) => named(type) ?? []).map((one) => [one.json.type, one]))
}

/** Both kinds of documents from their filing to their deletion, the link to the vault that this opened, and a note. */
async function fileDocuments(service: TestApp): Promise<void> {
  const { uploaded } = documentCalls(service)
  const filed = {
    title: 'Payslip of January',
    date: '2024-01-31',
    external_unique_id: 'HRIS-4711',
    api_uploader_name: 'Payroll',
    document_type_metas: { period: '2024-01-31' },
    document_type_filters: { category: 'normal' },
  }
  const payslip = { ...filed, document_type_code: 'payslip', employee_technical_id: 'E-1' }
  const invoice = {
    ...filed,
    document_type_code: 'invoice',
    organization_codes: ['lyon'],
    external_unique_id: 'INV-12',
  }
  for (const [kind, data] of [
    ['employee', payslip],
    ['company', invoice],
  ] as const) {
    const id = await uploaded(data, { filename: `${kind}.pdf` })
    const path = `/${kind}_documents/${id}`
    await take(service, ['PATCH', path, { title: 'A better title', legal_hold: true }])
    await take(service, ['PATCH', path, { legal_hold: false }])
    if (kind === 'employee') await take(service, ['DELETE', `/employees/E-1/documents/${id}/link`])
    for (const verb of ['trash', 'untrash']) await take(service, ['PUT', `${path}/${verb}`])
    await take(service, ['DELETE', path])
  }
  const [link] = (await service.v2('GET', '/vault_links?employee_technical_id=E-1')).json()
  await take(service, ['DELETE', `/vault_links/${link.id}`])
  await service.app.inject({
    method: 'POST',
    url: '/api/v1/notes/employees/',
    headers: { 'x-api-key': 'acme-api-key' },
    payload: {
      employee_technical_id: 'E-1',
      description: 'Ask for the new address',
      remind_date: '2031-05-06T09:00+02:00',
    },
  })
}

/** A checkpoint of what the steps before have left in the audit trail. */
async function sealTrail(service: TestApp): Promise<void> {
  await auditCalls(service).chain()
  await take(service, ['POST', '/audit_entries/checkpoints'])
}

/** A package of an employee, and one that fails since a file is lost. */
async function makePackages(service: TestApp): Promise<void> {
  const { asked, build } = packageCalls(service)
  await build(await asked('E-1', { exclude: ['audit'] }))
  await service.pool.query(
    `INSERT INTO vault_documents (client_id, id, employee_key, document_type_id, title, date, filename, content_type, size,
       sha256, filed_at, search_text)
     SELECT client_id, gen_random_uuid(), key, (SELECT min(id) FROM document_types WHERE client_id = 'acme'), 'Lost', now(),
       'lost.pdf', 'application/pdf', 1, repeat('0', 64), now(), '' FROM employees
     WHERE client_id = 'acme' AND technical_id = 'E-1'`,
  )
  await build(await asked('E-1', { exclude: ['audit'] }))
  await service.pool.query(`DELETE FROM vault_documents WHERE sha256 = repeat('0', 64)`)
}

/** A policy on notes, with a disposal that is canceled, one that fails, and one that is approved. */
async function disposeOfNotes(service: TestApp): Promise<void> {
  const { make, made, run, decide } = disposalCalls(service)
  const policy = {
    name: 'Notes on employees',
    resource_type: 'note',
    filters: { organization_codes: ['lyon'] },
    trigger: { event: 'created' },
    delay: 'P0D',
    action: 'delete',
    legal_basis: 'GDPR, article 5',
  }
  await take(service, ['PUT', '/retention_policies/notes', policy])
  await take(service, ['PUT', '/roles/auditor', { name: 'Auditor', permissions: ['disposals:write'] }])
  const profiles = [{ role: 'auditor', organizations: ['acme'], include_below: true }]
  await take(service, ['PUT', '/users/M-7', { ...MANAGER, email: 'gail@acme.test', first_name: 'Gail', profiles }])
  await decide((await made('notes')).id, 'cancel')
  const { id } = (await make('notes')).json()
  await service.pool.query('ALTER TABLE disposal_items RENAME TO lost')
  for (let tries = 0; tries < 5; tries += 1) await run(id).catch(() => {})
  await service.pool.query('ALTER TABLE lost RENAME TO disposal_items')
  const disposal = await made('notes')
  await decide(disposal.id, 'approve', { actor_technical_id: 'M-7', comment: 'Looked at' })
  await run(disposal.id)
  await take(service, ['DELETE', '/retention_policies/notes'])
}

/** Of three employees, one is withdrawn, one fails, and one is erased. */
async function eraseEmployees(service: TestApp): Promise<void> {
  const { evaluated, act, run, erased } = deletionCalls(service)
  for (const id of ['E-11', 'E-12', 'E-13']) {
    await take(service, ['PUT', `/employees/${id}`, { ...EMPLOYEE, email: `${id.toLowerCase()}@acme.test` }])
  }
  await act((await evaluated('employee', 'E-11')).id, 'cancel')
  const { id } = await evaluated('employee', 'E-12')
  await act(id, 'confirm')
  await service.pool.query('ALTER TABLE notes RENAME TO lost')
  for (let tries = 0; tries < 8; tries += 1) await run(id).catch(() => {})
  await service.pool.query('ALTER TABLE lost RENAME TO notes')
  await erased('employee', 'E-13')
}

/** A request from a form, from its making to its deletion. */
async function makeRequests(service: TestApp): Promise<void> {
  const { made, patched, commented, call } = requestCalls(service)
  await take(service, ['PUT', '/users/M-2', { ...MANAGER, technical_id: 'M-2', email: 'ann@acme.test', profiles: [] }])
  await take(service, ['PUT', '/forms/certificate', CERTIFICATE_FORM])
  const { id } = await made({
    form_code: 'certificate',
    creator_technical_id: 'M-2',
    employee_technical_id: 'E-1',
    copies: '2',
    visible_to_employee: 'true',
  })
  await patched(id, { status: 'open', actor_technical_id: 'M-2' })
  await commented(id, { body: '<p>It is on its way.</p>', author_technical_id: 'M-2' })
  await call('DELETE', `/requests/${id}/`)
}

/** A project of one letter, from its making to its end. */
async function distribute(service: TestApp): Promise<void> {
  const { delivered } = distributionCalls(service)
  await take(service, ['PUT', '/document_types/letter', { kind: 'employee' }])
  const type = await aDistributionType(service, { format: 'txt_split', document_type: 'letter' })
  await delivered([{ type, bytes: 'Employee no: 007', filename: 'letters.txt' }], { name: 'Letters of January' })
}

/** A contract that an employee and an external sign, from its making to its deletion. */
async function haveSigned(service: TestApp): Promise<void> {
  const { signed } = signatureCalls(service)
  await take(service, ['PUT', '/document_types/contract', { kind: 'employee' }])
  await take(service, ['PUT', '/signature_types/plain', { name: 'Plain' }])
  await take(service, ['PATCH', '/signature_types/plain', { expiry_days: 30 }])
  await take(service, ['DELETE', '/signature_types/plain'])
  const positions = [{ page: 1, x: 0.1, y: 0.8, width: 0.3, height: 0.1 }]
  const { id } = await signed({
    reason: 'New contract',
    message: 'Please sign.',
    expiry_date: '2031-01-02',
    document_type_code: 'contract',
    employee_technical_id: 'E-1',
    signers: [{ type: 'employee', technical_id: 'E-1', positions }, anExternal({ positions })],
  })
  await take(service, ['POST', `/signature_processes/${id}/send`])
  await take(service, ['POST', `/signature_processes/${id}/archive`])
  await take(service, ['DELETE', `/signature_processes/${id}`])
}

async function importFiles(service: TestApp): Promise<void> {
  const { imported, runManagers } = importCalls(service)
  await imported('offices', csv('country,country.en-us', 'fr,France', ',Italy'), { on_error: 'skip' })
  const header = 'technical_id,email,first_name,last_name,language,role,organization_codes'
  const rows = csv(header, 'M-1,max@acme.test,Max,Boss,en-us,no-such-role,lyon')
  const body = new FormData()
  body.append('input_file', new Blob([rows]), 'managers.csv')
  const { headers, payload } = await asPayload(body)
  const url = '/api/managers/import/'
  await service.app.inject({ method: 'POST', url, headers: { ...headers, 'x-api-key': 'acme-api-key' }, payload })
  const [{ id }] = (await service.v2('GET', '/imports')).json()
  await runManagers(id)
}

async function take({ v2 }: TestApp, [method, path, body]: Step): Promise<void> {
  const answer = await v2(method, path, { body })
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
}
