import {
  CallbackError,
  createDossier,
  createDossierWithApiKey,
  DossierError,
  type Page,
  verifyCallback,
} from '../src/index.ts'

// Never run: `npm run types` fails when a line that must compile does not, or one that must not does.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isSame = <A, B>(_: Same<A, B>) => {}

const sdk = createDossier({ baseUrl: '', clientId: '', applicationId: '', applicationSecret: '' })
const dossier = createDossierWithApiKey({ baseUrl: '', apiKey: '' })

// @ts-expect-error every option is needed
createDossier({ baseUrl: '', clientId: '', applicationId: '' })

export async function answersAreTyped() {
  const employee = await sdk.employees.get('E-1')
  isSame<typeof employee.status, 'current' | 'terminated'>(true)
  isSame<typeof employee.email, string | null>(true)
  // @ts-expect-error no such field
  employee.salary

  for await (const one of sdk.employees.list({ status: 'current' })) isSame<typeof one, typeof employee>(true)
  const page = await sdk.employees.page({ per_page: 50 })
  isSame<typeof page, Page<typeof employee>>(true)
  isSame<typeof page.nextCursor, string | undefined>(true)

  const event = await sdk.events.get('0')
  isSame<typeof event.actor.type, 'application' | 'user' | 'employee' | 'system'>(true)
  const value = await sdk.datasets.values('offices').get('fr.paris')
  isSame<typeof value.dimension_id, string>(true)
  const put = await sdk.documentTypes.put('payslip', { kind: 'employee' })
  isSame<typeof put.id, number>(true)
  isSame<Awaited<ReturnType<typeof sdk.roles.delete>>, void>(true)
  const bulk = await sdk.employees.bulk([])
  isSame<(typeof bulk.results)[number]['outcome'], 'created' | 'updated' | 'unchanged' | 'refused'>(true)
  const raw = await sdk.raw.GET('/api/v2/client/roles/{code}', { params: { path: { code: 'hr' } } })
  isSame<typeof raw.data, Awaited<ReturnType<typeof sdk.roles.get>> | undefined>(true)
}

export async function webhooksAreTyped() {
  const webhook = await sdk.webhooks.create({ name: 'Core HR', callback_url: 'https://hr.example.com', events: ['*'] })
  isSame<typeof webhook.signature_key, string>(true)
  const seen = await sdk.webhooks.get(webhook.id)
  isSame<typeof seen.signature_key, string | null>(true)
  isSame<typeof seen.withheld_events, string[]>(true)
  isSame<typeof webhook.disabled_reason, 'gone' | 'failing' | null>(true)
  for await (const one of sdk.webhooks.list({ is_active: true })) isSame<typeof one, typeof seen>(true)
  const refreshed = await sdk.webhooks.refreshSignatureKey(webhook.id)
  isSame<typeof refreshed, typeof webhook>(true)
  const taken = await sdk.webhooks.takeOver(webhook.id)
  isSame<typeof taken, typeof webhook>(true)
  isSame<Awaited<ReturnType<typeof sdk.webhooks.test>>, void>(true)
  const { state } = await sdk.webhooks.health(webhook.id)
  isSame<typeof state, 'ok' | 'failing' | 'paused' | 'inactive' | 'disabled'>(true)
  const recovery = await sdk.webhooks.recover(webhook.id, { since: '2026-01-31T09:00:00+00:00' })
  isSame<typeof recovery, Awaited<ReturnType<ReturnType<typeof sdk.webhooks.recoveries>['get']>>>(true)
  const deliveries = sdk.webhooks.deliveries(webhook.id)
  for await (const { status } of deliveries.list({ status: 'failed' }))
    isSame<typeof status, 'pending' | 'succeeded' | 'failed'>(true)
  const delivery = await deliveries.retry('0')
  isSame<typeof delivery, Awaited<ReturnType<typeof deliveries.get>>>(true)
  isSame<(typeof delivery.attempts)[number]['status_code'], number | null>(true)

  // @ts-expect-error where callbacks go is missing
  await sdk.webhooks.create({ name: 'Core HR', events: ['*'] })
  // @ts-expect-error since when is missing
  await sdk.webhooks.recover(webhook.id, {})
  // @ts-expect-error no such status
  deliveries.list({ status: 'lost' })
}

export async function importsAreTyped(
  file: Blob,
  stream: ReadableStream<Uint8Array>,
  pieces: AsyncIterable<Uint8Array>,
) {
  const upload = await sdk.uploads.create(file, { filename: 'offices.csv' })
  isSame<typeof upload.size, number>(true)
  await sdk.uploads.create(stream, { filename: 'offices.csv', signal: AbortSignal.timeout(1000) })
  await sdk.uploads.create(pieces, { filename: 'offices.csv' })
  await sdk.uploads.create(new Uint8Array(), { filename: 'offices.csv' })

  const submitted = await sdk.datasetImports.create({ dataset_id: 'offices', upload_id: upload.id, mode: 'merge' })
  const done = await sdk.datasetImports.finished(submitted.id, { everyMs: 500, signal: AbortSignal.timeout(1000) })
  isSame<typeof done, Awaited<ReturnType<typeof sdk.datasetImports.get>>>(true)
  isSame<typeof done.result, 'success' | 'partial_success' | 'error' | null>(true)
  for await (const one of sdk.datasetImports.list({ result: 'error' })) isSame<typeof one, typeof done>(true)
  isSame<Awaited<ReturnType<typeof sdk.datasetImports.source>>, Response>(true)
  isSame<Awaited<ReturnType<typeof sdk.datasetImports.report>>, Response>(true)

  const managers = await sdk.imports.get(submitted.id)
  isSame<typeof managers.status, 'created' | 'in_progress' | 'success' | 'partial_success' | 'failed'>(true)
  for await (const one of sdk.imports.list({ status: 'failed' })) isSame<typeof one, typeof managers>(true)
  isSame<Awaited<ReturnType<typeof sdk.imports.errorsReport>>, Response>(true)

  // @ts-expect-error the name of the file is missing
  await sdk.uploads.create(file)
  // @ts-expect-error a text is not a file
  await sdk.uploads.create('country', { filename: 'offices.csv' })
  // @ts-expect-error the file is missing
  await sdk.datasetImports.create({ dataset_id: 'offices' })
  // @ts-expect-error no such mode
  await sdk.datasetImports.create({ dataset_id: 'offices', upload_id: upload.id, mode: 'mix' })
  // @ts-expect-error no such status
  sdk.imports.list({ status: 'finished' })
}

export function callbacksAreTyped(body: Buffer, headers: Headers) {
  const callback = verifyCallback(body, headers, ['new', 'old'], { toleranceSeconds: 60 })
  isSame<typeof callback.webhook_id, string | null>(true)
  if (callback.type === 'employee.created') isSame<typeof callback.data.status, 'current' | 'terminated'>(true)
  if (callback.type === 'webhook.test') isSame<typeof callback.data.is_active, boolean>(true)
  if (callback.type === 'dataset_import.completed') isSame<typeof callback.data.dry_run, boolean>(true)
  if (callback.type === 'import.completed') isSame<typeof callback.data.stats.users_created, number>(true)
  if (callback.type === 'request.created') isSame<typeof callback.data.managers_assigned.length, number>(true)
  if (callback.type === 'request.commented') isSame<typeof callback.data.internal, boolean>(true)
  if (callback.type === 'process.created') isSame<typeof callback.data, Record<string, unknown>>(true)
  if (callback.type === 'article.created') isSame<typeof callback.data.title, string>(true)
  if (callback.type === 'signature_process.signed') isSame<typeof callback.data.signer.email, string | null>(true)
  if (callback.type === 'distribution_project.ready') isSame<typeof callback.data.counts.unmatched, number>(true)
  if (callback.type === 'distribution.completed') isSame<typeof callback.check_url, string | undefined>(true)
  if (callback.type === 'vault_link.deleted') isSame<typeof callback.data.employee_technical_id, string>(true)
  verifyCallback('{}', { 'webhook-id': 'e1', 'set-cookie': ['a'], 'webhook-timestamp': undefined }, 'key')

  // @ts-expect-error no such event
  if (callback.type === 'employee.promoted') return
  // @ts-expect-error the key is not told
  if (callback.type === 'webhook.updated') callback.data.signature_key
  // @ts-expect-error what was parsed is not a body any more
  verifyCallback({ id: 'e1' }, headers, 'key')
  // @ts-expect-error the key is missing
  verifyCallback(body, headers)
}

export async function whatIsSentIsTyped() {
  await sdk.employees.put('E-1', { first_name: 'Eve', last_name: 'Moneypenny', custom_fields: { badge: 7 } })
  await sdk.employees.patch('E-1', { city: 'Lyon' })
  await sdk.employees.bulk([{ technical_id: 'E-1', first_name: 'Eve', last_name: 'Moneypenny' }])
  await sdk.datasets.values('offices').bulk([{ code: 'fr', localized_names: [] }])

  // @ts-expect-error the last name is missing
  await sdk.employees.put('E-1', { first_name: 'Eve' })
  // @ts-expect-error a number is not a city
  await sdk.employees.patch('E-1', { city: 69 })
  // @ts-expect-error the id is missing
  await sdk.employees.bulk([{ first_name: 'Eve', last_name: 'Moneypenny' }])
  // @ts-expect-error the data set was named already
  await sdk.datasets.values('offices').bulk([{ id: 'offices', code: 'fr', localized_names: [] }])
  // @ts-expect-error no such kind
  await sdk.documentTypes.put('payslip', { kind: 'robot' })
  // @ts-expect-error no such permission
  await sdk.roles.put('hr', { name: 'HR', permissions: ['everything'] })
  // @ts-expect-error an id is a text
  await sdk.employees.get(1)
}

export function filtersAreTyped() {
  sdk.events.list({ type: 'employee.created', sort: 'created_at' })
  sdk.employees.list()
  // @ts-expect-error no such status
  sdk.employees.list({ status: 'retired' })
  // @ts-expect-error no such filter
  sdk.roles.list({ organization_code: 'lyon' })
  // @ts-expect-error no such event
  sdk.events.list({ type: 'employee.promoted' })
  // @ts-expect-error no such order
  sdk.events.list({ sort: 'name' })
  // @ts-expect-error a number
  sdk.users.list({ per_page: '50' })
}

export function onlyWhatTheApiHasIsThere() {
  // @ts-expect-error never deleted
  sdk.documentTypes.delete
  // @ts-expect-error never deleted
  sdk.organizationGroups.delete
  // @ts-expect-error PUT merges already
  sdk.datasets.patch
  // @ts-expect-error PUT replaces all there is
  sdk.datasets.values('offices').patch
  // @ts-expect-error written by the service alone
  sdk.events.put
  // @ts-expect-error written by the service alone
  sdk.webhooks.deliveries('0').delete
  // @ts-expect-error named by the caller, so that `put` creates it
  sdk.employees.create
  // @ts-expect-error only employees come back
  sdk.users.restore
  // @ts-expect-error one at a time
  sdk.organizations.bulk
  // @ts-expect-error managers are imported with an API key
  sdk.imports.create
  // @ts-expect-error what was imported stays on record
  sdk.datasetImports.delete
  // @ts-expect-error no such path
  void sdk.raw.GET('/api/v2/client/robots')
}

export function refusalsAreTyped(error: unknown) {
  if (!(error instanceof DossierError)) return
  isSame<typeof error.retryAfterSeconds, number | undefined>(true)
  isSame<typeof error.requestId, string | undefined>(true)
  for (const { field, code, message } of error.errors)
    isSame<[typeof field, typeof code, typeof message], [string, string, string]>(true)
  // @ts-expect-error a refusal is not changed
  error.status = 200
}

export function mistrustIsTyped(error: unknown) {
  if (!(error instanceof CallbackError)) return
  if (error.code === 'too_old') return
  // @ts-expect-error no such code
  if (error.code === 'too_long') return
}

export async function distributionsAreTyped(file: Blob) {
  const { project_id } = await dossier.distributionProjects.create({ name: 'January', auto_validate: 'true' })
  const spool = { name: 'Paris', distribution_type_value: 'payslips-pdf', source_file: file }
  isSame<typeof project_id, number>(true)
  await dossier.distributionProjects.addSpool(project_id, spool)
  const { status, counts } = await sdk.distributionProjects.read(project_id)
  isSame<typeof counts.matched, number>(true)
  if (status === 'waiting_for_validation') await sdk.distributionProjects.validate(project_id)
  const [part] = await sdk.distributionProjects.report(project_id, { outcome: 'unmatched' })
  if (part) await sdk.distributionProjects.assign(project_id, part.id, { employee_technical_id: 'E-1' })
  for await (const one of sdk.distributions.list({ distribution_project_id: project_id })) one.progress.toFixed()

  const made = await sdk.distributionProjects.create({ name: 'February', auto_validate: true, group: null })
  isSame<typeof made.id, number>(true)
  const { id: file_id } = await sdk.uploads.create(file, { filename: 'february.pdf' })
  const from = { distribution_type_id: 3, distribution_project_id: made.id }
  const added = await sdk.distributions.create({ name: 'Paris', ...from, file_id })
  isSame<typeof added.distribution_project_id, number>(true)
  // @ts-expect-error a boolean is not a text
  await sdk.distributionProjects.create({ name: 'February', auto_validate: 'true' })
  // @ts-expect-error it needs a file
  await sdk.distributions.create({ name: 'Paris', ...from })

  // @ts-expect-error it needs a file
  await dossier.distributionProjects.addSpool(project_id, { name: 'Paris', distribution_type_value: 'payslips-pdf' })
  // @ts-expect-error no such outcome
  await sdk.distributionProjects.report(project_id, { outcome: 'lost' })
}

export async function articlesAreTyped() {
  const article = await sdk.articles.put('paid-leave', { title: 'Paid leave', body: '<p>Ask.</p>', roles: ['hr'] })
  isSame<typeof article.state, 'published' | 'draft'>(true)
  isSame<typeof article.accessible_by, ('employees' | 'managers')[]>(true)
  isSame<(typeof article.custom_field_rules)[number]['in'], (string | number | boolean)[]>(true)
  for await (const one of sdk.articles.list({ q: 'leave', category: 'leave', featured: true }))
    isSame<typeof one, typeof article>(true)
  const category = await sdk.articleCategories.patch('leave', { description: null })
  isSame<typeof category.description, string | null>(true)
  // @ts-expect-error the text is missing
  await sdk.articles.put('paid-leave', { title: 'Paid leave' })
  // @ts-expect-error no such state
  await sdk.articles.patch('paid-leave', { state: 'lost' })
}

export async function documentsAreTyped() {
  const document = await sdk.employeeDocuments.get('0')
  isSame<typeof document.kind, 'employee' | 'company'>(true)
  isSame<typeof document.page_count, number | null>(true)
  const trashed = await sdk.companyDocuments.trash('0')
  isSame<typeof trashed.trashed, boolean>(true)
  isSame<Awaited<ReturnType<typeof sdk.employeeDocuments.file>>, Response>(true)
  // @ts-expect-error company documents have no employee
  await sdk.companyDocuments.page({ employee_technical_id: 'E-1' })
  // @ts-expect-error an upload is needed
  await sdk.companyDocuments.create({ title: 'Policy', organization_codes: ['HQ'] })
  const link = await sdk.vaultLinks.create({ employee_technical_id: 'E-1' })
  isSame<typeof link, Awaited<ReturnType<typeof sdk.vaultLinks.get>>>(true)
  // @ts-expect-error the employee is missing
  await sdk.vaultLinks.create({})
  // @ts-expect-error it is made and deleted, never changed
  sdk.vaultLinks.patch
  const note = await sdk.notes.get('0')
  isSame<typeof note.visible_by_managers, string[] | null>(true)
}

export async function sanitizedBodiesAreTyped() {
  const request = await dossier.requests.get('1', { sanitize: true })
  isSame<typeof request.sanitized_body, string | null | undefined>(true)
  for await (const comment of dossier.requests.comments('1', { sanitize: true }))
    isSame<typeof comment.sanitized_body, string | null | undefined>(true)
  // @ts-expect-error not a boolean
  dossier.requests.comments('1', { sanitize: 'yes' })
  // @ts-expect-error pages are walked by the SDK
  dossier.requests.comments('1', { page: 2 })
}
