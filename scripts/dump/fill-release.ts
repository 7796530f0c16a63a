import { eventually } from '../../server/test/harness/eventually.ts'
import { startReceiver } from '../../server/test/harness/features/webhooks/receiver.ts'
import { CERTIFICATE } from '../../server/test/harness/http/loopback-certificate.ts'
import type { ReleaseFacts } from '../../server/test/upgrade/facts.ts'
import type { Credentials, DemoService } from './demo-service.ts'
import { askExternal, distribute, fileDocuments, haveSigned, leaveInVault } from './fill-documents.ts'
import { openPortalSession, type Portal } from './portal-session.ts'

type Made = Omit<ReleaseFacts, 'version' | 'secret_key' | keyof Credentials>

/**
 * Adds to the demo what users of a release would have: at least one row in every table that lasts. Everything is made by
 * the APIs, so that any release can be filled.
 */
export async function fillRelease(service: DemoService, dataDir: string): Promise<Made> {
  const receiver = await startReceiver(({ json }) => (json.type.startsWith('role.') ? 500 : 200))
  try {
    const portal = await logIn(service)
    const webhook = await makeWebhooks(service, receiver.url)
    await changeDirectory(service, portal)
    const made = {
      document: await fileDocuments(service, portal),
      request: await makeRequests(service, portal),
      article: await writeArticle(service, portal),
      dataset_value: await importValues(service),
      distribution: await distribute(service),
      vault_document: await leaveInVault(service),
      signature: await haveSigned(service, portal),
      signing_path: await askExternal(service, dataDir),
    }
    await actInBulk(portal)
    return { ...made, webhook: { ...webhook, delivery_id: await deliveryOf(service, webhook.id) } }
  } finally {
    await receiver.close()
  }
}

async function logIn({ url, credentials: { people } }: DemoService): Promise<Portal> {
  const wrong = { ...people.manager, password: 'not the password' }
  await openPortalSession(url, wrong).catch(() => undefined)
  return {
    employee: await openPortalSession(url, people.employee),
    manager: await openPortalSession(url, people.manager),
    administrator: await openPortalSession(url, people.administrator),
  }
}

/** One that receives everything, and one whose endpoint refuses what it subscribed to. */
async function makeWebhooks({ sdk }: DemoService, callback_url: string) {
  const name = 'Payroll'
  const { id, signature_key } = await sdk.webhooks.create({ name, callback_url, events: ['*'] })
  const refused = await sdk.webhooks.create({ name: 'Refused', callback_url, events: ['role.*'] })
  await sdk.roles.put('auditor', { name: 'Auditor', permissions: ['employees:read'] })
  await sdk.webhooks.recover(refused.id, { since: new Date(Date.now() - 60_000).toISOString() })
  return { id, name, signature_key }
}

async function deliveryOf({ sdk }: DemoService, webhookId: string): Promise<string> {
  return eventually(async () => {
    const { items } = await sdk.webhooks.deliveries(webhookId).page({ per_page: 100 })
    return items.find(({ status }) => status === 'succeeded')?.id
  })
}

async function changeDirectory({ sdk, keyed }: DemoService, portal: Portal): Promise<void> {
  const okta = { name: 'Okta', entity_id: 'https://okta.example/1', sso_url: 'https://okta.example/sso' }
  await sdk.samlIdentityProviders.put('okta', { ...okta, certificates: [CERTIFICATE] })
  for (const owner of ['employee:E-2002', 'manager:M-2']) await sdk.accounts.put(owner, { is_active: true })
  await sdk.accounts.link('employee:E-2002', { linked_to: 'manager:M-2' })
  const header = 'technical_id,email,first_name,last_name,language,role,organization_codes'
  const line = 'M-3,olga.ruiz@demo.example,Olga,Ruiz,en-us,team-lead,FR-LYO'
  const unknownRole = 'M-4,pia.kern@demo.example,Pia,Kern,en-us,no-such-role,FR-LYO'
  await keyed.managers.import(new File([[header, line, unknownRole].join('\n')], 'managers.csv'))
  await eventually(async () => (await sdk.imports.page()).items[0]?.status === 'partial_success')
  await portal.employee('POST', '/session/links/codes', { email: 'ian.walsh@demo.example' })
  await portal.administrator('POST', '/password_links', { email: 'ian.walsh@demo.example' })
  await portal.administrator('POST', '/admin/api_keys', { name: 'old-key' })
  await portal.administrator('DELETE', '/admin/api_keys/old-key')
}

async function makeRequests({ keyed }: DemoService, portal: Portal): Promise<Made['request']> {
  const subject = 'A letter for my landlord'
  const comment = 'It is on its way.'
  const { id } = await keyed.requests.create({
    form_code: 'default',
    creator_technical_id: 'M-1',
    employee_technical_id: 'E-1001',
    visible_to_employee: true,
    subject,
    body: '<p>Please confirm my address.</p>',
  })
  await keyed.requests.comment(id, { body: comment, author_technical_id: 'M-1' }, [new File(['Draft'], 'draft.txt')])
  const form = new FormData()
  const answers = { form_code: 'mobility', country: 'fr', office: 'fr.lyon', start: '2027-03-01', reason: 'family' }
  for (const [field, answer] of Object.entries(answers)) form.append(field, answer)
  form.append('letter', new File(['A letter'], 'letter.txt'))
  await portal.employee('POST', '/me/requests', form)
  return { id, subject, comment }
}

async function writeArticle({ sdk }: DemoService, portal: Portal): Promise<Made['article']> {
  const article = { slug: 'bicycle-allowance', title: 'Bicycle allowance', word: 'pannier' }
  await sdk.articleCategories.put('mobility', { name: 'Mobility' })
  await sdk.articles.put(article.slug, {
    title: article.title,
    body: `<p>The company pays for a ${article.word} and a helmet.</p>`,
    categories: ['mobility'],
    accessible_by: ['employees'],
    organizations: ['GROUP'],
    state: 'published',
  })
  await portal.employee('GET', `/me/articles/${article.slug}`)
  return article
}

/** One line of the file is wrong. */
async function importValues({ sdk }: DemoService): Promise<Made['dataset_value']> {
  const csv = 'country,country.en-us,city,city.en-us\nes,Spain,madrid,Madrid\n,Nowhere,,\n'
  const { id: upload_id } = await sdk.uploads.create(new Blob([csv]), { filename: 'offices.csv' })
  const started = await sdk.datasetImports.create({ dataset_id: 'offices', upload_id, on_error: 'skip' })
  await sdk.datasetImports.finished(started.id)
  return { dataset: 'offices', path: 'es.madrid', name: 'Madrid' }
}

/** The second action has nothing left to do, and says so of each request. */
async function actInBulk({ manager }: Portal): Promise<void> {
  const requests = await manager<{ id: string }[]>('GET', '/manager/requests')
  const action = { kind: 'requests.close', ids: requests.map(({ id }) => id).slice(0, 1) }
  for (const _ of ['first', 'second']) {
    const { id } = await manager<{ id: string }>('POST', '/manager/bulk_actions', action)
    await eventually(async () => {
      const action = await manager<{ finished_at: string | null }>('GET', `/manager/bulk_actions/${id}`)
      return action.finished_at !== null
    })
  }
}
