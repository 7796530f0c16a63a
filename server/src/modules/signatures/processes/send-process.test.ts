import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import { deleteEmployee } from '#modules/directory/employees/delete-employee.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'
import { archiveProcess, sendProcess } from './send-process.ts'

const service = await startApp()
const { v2, pool, clock, doWork } = service
const { created, started, signed, move, read, mails, eventsOf } = signatureCalls(service)

const employee = await anEmployee(service, { organizations: [await anOrganization(service)] })
const metas = [{ code: 'signed_on', type: 'date' as const, required: true }]
const filters = [{ code: 'site', type: 'list' as const, values: ['north', 'south'] }]
const document_type_code = await aDocumentType(service, { metas, filters })
const filing = { employee_technical_id: employee, document_type_code, document_type_metas: { signed_on: '2031-01-02' } }

const archive = (id: string, body?: unknown) => move(id, 'archive', body === undefined ? {} : { body })
const archiveByBody = (body: unknown, headers = {}) => v2('POST', '/signature_processes/archive', { body, headers })
const evidenceOf = async (id: string): Promise<{ action: string }[]> =>
  (await v2('GET', `/signature_processes/${id}/evidence`)).json()
const documents = async (): Promise<number> =>
  (await pool.query('SELECT count(*)::integer AS count FROM documents')).rows[0].count
const jobs = async (id: string): Promise<number> =>
  (await pool.query(`SELECT count(*)::integer AS count FROM jobs.job WHERE data ->> 'process_id' = $1`, [id])).rows[0]
    .count
/** All that there is of a process, and of documents and mails, to show that nothing moved. */
const stateOf = async (id: string) => [
  await read(id),
  await eventsOf(id),
  await evidenceOf(id),
  await jobs(id),
  await documents(),
]
const invalid = (field: string, code: string, message: string) => ({
  code: 'validation_error',
  message: 'Validation failed',
  errors: [{ field, code, message }],
})

/** What all have signed, for the tests that are refused: they leave it as it is. */
const bare = await signed({ signers: [anExternal(), { type: 'employee', technical_id: employee }] })
const complete = await signed(filing)

describe('POST /signature_processes/{id}/send', () => {
  test('204 with no body; the process is sent from now on, and the evidence says by whom', async () => {
    const { id, updated_at, ...before } = await signed()
    clock.advance(5)

    const answer = await move(id, 'send')

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    const { updated_at: sent_at, ...after } = await read(id)
    assert.deepEqual(after, { ...before, id, status: 'sent', sent_at })
    assert.ok(sent_at > updated_at)
    const { created_at, ...entry } = (await evidenceOf(id)).at(-1) as { action: string; created_at: string }
    assert.deepEqual(entry, {
      action: 'sent',
      actor_name: 'payroll',
      signer_id: null,
      address: null,
      agent: null,
      detail: null,
    })
    assert.equal(created_at, sent_at)
  })

  test('204 tells of the process as it is now, and of each signature with its signer', async () => {
    const { id } = await signed({ signers: [anExternal(), anExternal({ signing_order: 2 })] })
    const told = (await eventsOf(id)).length

    await move(id, 'send')

    const process = await read(id)
    const signatures = process.signers.map((signer) => ({ event: 'signed', data: { ...process, signer } }))
    assert.deepEqual((await eventsOf(id)).slice(told), [{ event: 'sent', data: process }, ...signatures])
  })

  test('204 mails the document to the signers who have an address, and to nobody else', async () => {
    const silent = await anEmployee(service)
    const one = anExternal()
    const { id } = await signed({ signers: [one, { type: 'employee', technical_id: silent }], ...filing })
    await mails(id)

    await move(id, 'send')

    assert.deepEqual(
      (await mails(id)).map(({ to, attachments }) => [to, attachments?.length]),
      [[one.email, 1]],
    )
  })

  test('400 for what was sent, is a draft or is being signed, with the reason', async () => {
    const { id } = await signed()
    await move(id, 'send')
    const why = 'only what all have signed, and what was not sent yet, can be sent.'

    for (const [process, status] of [
      [id, 'sent'],
      [(await created()).id, 'draft'],
      [(await started()).id, 'signing'],
    ] as const) {
      const before = await stateOf(process)
      const answer = await move(process, 'send')
      const message = `The signature process is ${status}: ${why}`
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_state', message }])
      assert.deepEqual(await stateOf(process), before)
    }
  })

  test('404 for another client, and for one that is not there', async () => {
    const before = await stateOf(bare.id)

    for (const [id, application] of [
      [bare.id, 'rival'],
      ['0194f9a1-0000-7000-8000-000000000001', 'payroll'],
    ] as const) {
      const answer = await move(id, 'send', { application })
      const expected = { code: 'not_found', message: `Signature process ${id} not found.` }
      assert.deepEqual([answer.statusCode, answer.json()], [404, expected])
    }
    assert.deepEqual(await stateOf(bare.id), before)
  })
})

describe('POST /signature_processes/{id}/archive', () => {
  test('204 with no body; it is done, names its document, and tells of it as it is', async () => {
    const { id, ...before } = await signed(filing)
    const told = (await eventsOf(id)).length
    clock.advance(5)

    const answer = await archive(id)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    const process = await read(id)
    const { document_id, ended_at, updated_at } = process
    assert.deepEqual(process, { ...before, id, status: 'done', document_id, ended_at, updated_at })
    assert.ok(ended_at === updated_at && updated_at > before.updated_at)
    assert.deepEqual((await eventsOf(id)).slice(told), [{ event: 'completed', data: process }])
    assert.equal((await evidenceOf(id)).at(-1)?.action, 'archived')
    const { rows } = await pool.query('SELECT type, actor_id FROM events WHERE resource_id = $1', [document_id])
    assert.deepEqual(rows, [{ type: 'employee_document.created', actor_id: 'payroll' }])
  })

  test('204 files it as the call says, where that differs from the process', async () => {
    const other = await anEmployee(service)
    const type = await aDocumentType(service, { filters })
    const { id } = await signed({ ...filing, signers: [{ type: 'employee', technical_id: employee }] })

    const answer = await archive(id, {
      employee_technical_id: other,
      document_type_code: type,
      document_type_metas: {},
      document_type_filters: { site: 'south' },
    })

    assert.equal(answer.statusCode, 204, answer.body)
    const { document_id, employee_technical_id, document_type_metas } = await read(id)
    const document: Document = (await v2('GET', `/employee_documents/${document_id}`)).json()
    assert.deepEqual(
      [document.employee_technical_id, document.document_type_code, document.document_type_filters],
      [other, type, { site: 'south' }],
    )
    assert.deepEqual(
      [employee_technical_id, document_type_metas],
      [employee, filing.document_type_metas],
      'it stays as it was made',
    )
  })

  test('204 takes null for what is not said', async () => {
    const { id } = await signed(filing)

    const answer = await archive(id, { employee_technical_id: null, document_type_code: null })

    assert.equal(answer.statusCode, 204, answer.body)
    assert.equal((await read(id)).status, 'done')
  })

  const refusals: [what: string, body: object, field: string, code: string, message: string][] = [
    [
      'an unknown employee',
      { employee_technical_id: 'none' },
      'employee_technical_id',
      'unknown_employee',
      'Employee none not found.',
    ],
    [
      'an unknown type',
      { document_type_code: 'none' },
      'document_type_code',
      'unknown_document_type',
      'Document type none not found.',
    ],
    [
      'a meta that is missing',
      { document_type_metas: {} },
      'document_type_metas.signed_on',
      'required',
      'This is required for documents of this type.',
    ],
    [
      'a field that it does not have',
      { title: 'Other' },
      'title',
      'unknown_field',
      'Unknown field. Expected: document_type_code, document_type_metas, document_type_filters, employee_technical_id.',
    ],
    [
      'metas that are a list',
      { document_type_metas: [] },
      'document_type_metas',
      'wrong_type',
      'This must be an object.',
    ],
    [
      'an employee that is a number',
      { employee_technical_id: 1 },
      'employee_technical_id',
      'wrong_type',
      'This must be a string or null.',
    ],
  ]
  for (const [what, body, field, code, message] of refusals) {
    test(`422 for ${what}, in both calls, and nothing is filed`, async () => {
      const before = await stateOf(complete.id)

      for (const answer of [
        await archive(complete.id, body),
        await archiveByBody({ signature_process_id: complete.id, ...body }),
      ]) {
        const expected = code === 'unknown_field' ? expectedKeys(answer.json()) : message
        assert.deepEqual([answer.statusCode, answer.json()], [422, invalid(field, code, expected)])
      }
      assert.deepEqual(await stateOf(complete.id), before)
    })
  }
  /** Both calls list the keys that they know; one of them has the process among these. */
  const expectedKeys = ({ errors }: { errors: { message: string }[] }) => {
    const { message = '' } = errors[0] ?? {}
    assert.match(message, /^Unknown field\. Expected: (signature_process_id, )?document_type_code, /)
    return message
  }

  test('422 for a person, a type and a process of another client, and for an employee who was deleted', async () => {
    const gone = await anEmployee(service)
    await doWork(acme, (work) => deleteEmployee(work, gone))
    const theirs = await anEmployee(service, { owner: globex })
    const type = await aDocumentType(service, { owner: globex })
    const before = await stateOf(complete.id)

    for (const technicalId of [gone, theirs]) {
      const answer = await archive(complete.id, { employee_technical_id: technicalId })
      const message = `Employee ${technicalId} not found.`
      assert.deepEqual(
        [answer.statusCode, answer.json()],
        [422, invalid('employee_technical_id', 'unknown_employee', message)],
      )
    }
    const ofType = await archive(complete.id, { document_type_code: type })
    assert.deepEqual([ofType.statusCode, ofType.json().errors[0].code], [422, 'unknown_document_type'])
    const ofRival = await v2('POST', '/signature_processes/archive', {
      application: 'rival',
      body: { signature_process_id: complete.id },
    })
    const message = `Signature process ${complete.id} not found.`
    assert.deepEqual(
      [ofRival.statusCode, ofRival.json()],
      [422, invalid('signature_process_id', 'unknown_signature_process', message)],
    )
    assert.deepEqual(await stateOf(complete.id), before)
  })

  test('422 for what does not say where to: the type, then the employee', async () => {
    const before = await stateOf(bare.id)

    const [first] = (await archive(bare.id)).json().errors
    assert.deepEqual([first.field, first.code], ['document_type_code', 'required'])
    const [second] = (await archive(bare.id, { ...filing, employee_technical_id: null })).json().errors
    assert.deepEqual([second.field, second.code], ['employee_technical_id', 'required'])
    assert.deepEqual(await stateOf(bare.id), before)
  })
})

describe('POST /signature_processes/archive', () => {
  test('422 without a process, with one that is none, and with a number for one', async () => {
    for (const [signature_process_id, code] of [
      [undefined, 'required'],
      ['', 'too_short'],
      [7, 'wrong_type'],
      ['none', 'unknown_signature_process'],
      [unique('0194f9a1-0000'), 'unknown_signature_process'],
    ] as const) {
      const answer = await archiveByBody({ signature_process_id, ...filing })
      const [error, ...more] = answer.json().errors
      assert.deepEqual([answer.statusCode, error.field, error.code, more], [422, 'signature_process_id', code, []])
    }
  })

  test('400 without a body: it names nothing', async () => {
    for (const body of [undefined, []]) {
      const answer = await archiveByBody(body)
      const expected = { code: 'invalid_request', message: 'The body must be a JSON object.' }
      assert.deepEqual([answer.statusCode, answer.json()], [400, expected])
    }
  })

  test('204 for an id in capital letters', async () => {
    const { id } = await signed(filing)

    assert.equal((await archiveByBody({ signature_process_id: id.toUpperCase() })).statusCode, 204)
    assert.equal((await read(id)).status, 'done')
  })
})

describe('a change that is made with a call', () => {
  const steps: [name: string, step: (work: Work) => Promise<unknown>][] = [
    ['send', (work) => sendProcess(work, complete.id)],
    ['archive', (work) => archiveProcess(work, service, complete.id, {})],
    [
      'send and archive',
      async (work) => {
        await sendProcess(work, complete.id)
        await archiveProcess(work, service, complete.id, {})
      },
    ],
  ]
  for (const [name, step] of steps) {
    test(`vanishes with its events, mails and document when a later step than ${name} fails`, async () => {
      const before = await stateOf(complete.id)

      const failing = doWork(acme, async (work) => {
        await step(work)
        throw new Error('a later step')
      })

      await assert.rejects(failing, /a later step/)
      assert.deepEqual(await stateOf(complete.id), before)
    })
  }
})
