import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { acme, allowedTo, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { holdCalls, policyCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { RIVAL_KEY, requestCalls } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { explainRetention } from './explain.ts'

const service = await startApp()
const { v2, db, clock } = service
const { uploaded } = documentCalls(service)
const { aDocument } = filingCalls(service)
const { written } = noteCalls(service)
const { placed, release } = holdCalls(service)
const { stored } = policyCalls(service)
const { call, made } = requestCalls(service)
const signatures = signatureCalls(service)

const document_type_code = await aDocumentType(service)
const creator = await aManager(service)
const today = () => clock.now().toISOString().slice(0, 10)

/** A document of a date in an organization of its own. */
async function aFolder(date = '2020-01-15') {
  const organization = await anOrganization(service)
  const employee = await anEmployee(service, { organizations: [organization] })
  const document = await uploaded({ document_type_code, employee_technical_id: employee, date })
  return { employee, document, filters: { organization_codes: [organization] } }
}
const explain = (id: string, headers: Record<string, string> = {}) =>
  v2('GET', `/employee_documents/${id}/retention`, { headers })
const dated = { trigger: { event: 'document_date' } }

describe('GET /employee_documents/{id}/retention', () => {
  test('200 without a policy: kept', async () => {
    const { document } = await aFolder()

    const answer = await explain(document)

    assert.deepEqual(answer.json(), {
      resource_type: 'employee_document',
      resource_id: document,
      state: 'kept',
      due_on: null,
      action: null,
      decided_by: null,
      postponed_until: null,
      policies: [],
      holds: [],
      explanation: 'Kept without an end: no retention policy applies.',
    })
    assert.match(String(answer.headers.vary), /accept-language/)
  })

  test('200 names what decides, and the policies beside it with their dates', async () => {
    const { document, filters } = await aFolder()
    const short = await stored({ name: 'Short', filters, ...dated, delay: 'P1Y' })
    const long = await stored({ name: 'Long', filters, ...dated, delay: 'P200Y', action: 'trash', legal_basis: 'Law' })
    const off = await stored({ filters, ...dated, delay: 'P199Y', enabled: false })

    const found = (await explain(document)).json()

    assert.partialDeepStrictEqual(found, {
      state: 'scheduled',
      due_on: '2220-01-15',
      action: 'trash',
      decided_by: long,
    })
    const started = { trigger_event: 'document_date', trigger_date: '2020-01-15' }
    assert.deepEqual(found.policies, [
      { id: long, name: 'Long', legal_basis: 'Law', ...started, delay: 'P200Y', due_on: '2220-01-15', decides: true },
      { id: short, name: 'Short', legal_basis: '', ...started, delay: 'P1Y', due_on: '2021-01-15', decides: false },
    ])
    assert.ok(!JSON.stringify(found).includes(off))
    assert.equal(found.explanation, 'Kept until January 15, 2220 by the policy “Long”.')
  })

  test('200 is due on its day, in UTC, and not the day before', async () => {
    const { document, filters } = await aFolder(`${today()}T00:00:00Z`)
    const id = await stored({ filters, ...dated, delay: 'P1D' })
    const ask = async (day: string) => {
      const asked = { type: 'employee_document', id: document, today: day, language: 'en', seesHolds: true } as const
      return explainRetention(db, acme.client, asked)
    }
    const found = await ask(today())
    assert.deepEqual([found?.state, found?.decided_by], ['scheduled', id])

    const due = await ask(found?.due_on ?? '')

    assert.equal(due?.state, 'due')
    assert.match(due?.explanation ?? '', /^Due since /)
  })

  test('200 waits for a date that is not known, and says so in the language that is asked for', async () => {
    const { document, filters } = await aFolder()
    await stored({ name: 'Départ', filters, trigger: { event: 'employee_departure' }, delay: 'P5Y' })
    await stored({ filters, ...dated, delay: 'P1Y' })

    const sentences = await Promise.all(
      ['fr-CA, en;q=0.5', 'de', 'es', 'pt', ''].map(async (language) => {
        const found = (await explain(document, { 'accept-language': language })).json()
        assert.deepEqual([found.state, found.due_on], ['waiting', null])
        return found.explanation
      }),
    )

    const english = 'Kept by the policy “Départ”, whose time has not begun yet.'
    assert.deepEqual(sentences, [
      'Conservé par la règle « Départ », dont le délai n’a pas encore commencé.',
      'Wird nach der Regel „Départ“ aufbewahrt, deren Frist noch nicht begonnen hat.',
      'Se conserva según la regla «Départ», cuyo plazo aún no ha empezado.',
      english,
      english,
    ])
  })

  test('200 is held with its date as long as a hold covers it, and names holds to those who may see them', async () => {
    const { document, filters } = await aFolder()
    await stored({ filters, ...dated, delay: 'P1Y' })
    const hold = await placed({ document_ids: [document] }, { name: 'Secret matter' })
    const reader = await allowedTo(service, 'employee_documents:read')

    const [known, unknown] = [(await explain(document)).json(), (await explain(document, reader)).json()]

    assert.deepEqual([known.state, known.due_on], ['held', '2021-01-15'])
    assert.deepEqual(known.holds, [{ id: hold.id, name: 'Secret matter', placed_at: hold.created_at }])
    assert.deepEqual(unknown.holds, [{ id: hold.id, name: null, placed_at: hold.created_at }])
    assert.ok(!JSON.stringify(unknown).includes('Secret matter'))
    await release(hold.id)
    assert.equal((await explain(document)).json().state, 'due')
  })

  test('200 shows until when it was postponed', async () => {
    const { document, filters } = await aFolder()
    await stored({ name: 'Old', filters, ...dated, delay: 'P1Y' })
    const postpone = (until: string) =>
      sql`INSERT INTO retention_postponements (client_id, resource_type, resource_id, until)
        VALUES ('acme', 'employee_document', ${document}, ${until})
        ON CONFLICT (client_id, resource_type, resource_id) DO UPDATE SET until = excluded.until`.execute(db)

    await postpone('2199-01-01')
    const later = (await explain(document)).json()
    await postpone(today())
    const over = (await explain(document)).json()

    assert.deepEqual([later.state, later.due_on, later.postponed_until], ['scheduled', '2021-01-15', '2199-01-01'])
    assert.match(later.explanation, /^Postponed until January 1, 2199; /)
    assert.deepEqual([over.state, over.postponed_until], ['due', null])
  })

  test('404 for what does not exist, for the other kind, and for another client', async () => {
    const { document } = await aFolder()

    assert.equal((await explain(randomUUID())).statusCode, 404)
    assert.equal((await explain('none')).statusCode, 404)
    assert.equal((await v2('GET', `/company_documents/${document}/retention`)).statusCode, 404)
    const theirs = await v2('GET', `/employee_documents/${document}/retention`, { application: 'rival' })
    assert.equal(theirs.statusCode, 404)
  })

  test('401 without a token, 403 without the permission of the resource', async () => {
    const { document } = await aFolder()

    assert.equal((await explain(document, { authorization: 'Bearer none' })).statusCode, 401)
    const other = await explain(document, await allowedTo(service, 'retention_policies:*', 'company_documents:read'))
    assert.deepEqual([other.statusCode, other.json().code], [403, 'insufficient_scope'])
  })
})

describe('GET …/{id}/retention of the rest', () => {
  test('200 for each, by its own policy', async () => {
    const { employee, document, filters } = await aFolder()
    const company_type = await aDocumentType(service, { kind: 'company' })
    const company = await aDocument('company', {
      document_type_code: company_type,
      organization_codes: filters.organization_codes,
    })
    const process = await signatures.created({ employee_technical_id: employee })
    const paths = {
      note: [`/notes/${await written('documents', { document_id: document })}`, 'P30Y'],
      company_document: [`/company_documents/${company.id}`, 'P31Y'],
      signature_process: [`/signature_processes/${process.id}`, 'P32Y'],
      employee: [`/employees/${employee}`, 'P33Y'],
    } as const
    for (const [resource_type, [path, delay]] of Object.entries(paths)) {
      const id = await stored({ resource_type, filters, delay })

      const found = (await v2('GET', `${path}/retention`)).json()

      assert.deepEqual([found.resource_type, found.state, found.decided_by], [resource_type, 'scheduled', id])
      assert.equal(`${path.slice(0, path.lastIndexOf('/'))}/${found.resource_id}`, path)
    }
    assert.equal((await v2('GET', `/employees/${unique('E')}/retention`)).statusCode, 404)
    await v2('DELETE', `/employees/${employee}`)
    assert.equal((await v2('GET', `/employees/${employee}/retention`)).statusCode, 404)
  })

  test('a process counts from its end, and one that goes on waits', async () => {
    const { employee, filters } = await aFolder()
    await stored({ resource_type: 'signature_process', filters, trigger: { event: 'process_ended' }, delay: 'P0D' })
    const process = await signatures.started({ employee_technical_id: employee })
    const state = async () => (await v2('GET', `/signature_processes/${process.id}/retention`)).json().state

    assert.equal(await state(), 'waiting')
    await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [process.id] } })
    assert.equal(await state(), 'due')
  })
})

describe('GET /api/requests/{id}/retention/', () => {
  test('200 by an API key, which may see everything; 403 without one, 404 for what is not the client’s', async () => {
    const { employee, filters } = await aFolder()
    const request = await made({ creator_technical_id: creator, employee_technical_id: employee })
    const id = await stored({ resource_type: 'request', filters, trigger: { event: 'request_closed' }, delay: 'P1D' })
    const hold = await placed({ employee_technical_ids: [employee] })

    const found = (await call('GET', `/requests/${request.id}/retention/`)).json()

    assert.deepEqual([found.state, found.decided_by, found.due_on], ['held', id, null])
    assert.deepEqual(found.holds, [{ id: hold.id, name: hold.name, placed_at: hold.created_at }])
    assert.equal((await call('GET', `/requests/${request.id}/retention/`, { key: null })).statusCode, 403)
    assert.equal((await call('GET', `/requests/${request.id}/retention/`, { key: RIVAL_KEY })).statusCode, 404)
    for (const none of ['0', 'x', '99999999999999999999']) {
      assert.equal((await call('GET', `/requests/${none}/retention/`)).statusCode, 404)
    }
  })
})
