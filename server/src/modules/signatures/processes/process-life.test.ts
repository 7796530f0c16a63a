import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Document } from '#modules/documents/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { anExternal, type NewSigner, type Over, signatureCalls } from '#test/harness/features/signatures.ts'
import { aReceiver } from '#test/harness/features/webhooks/deliveries.ts'
import { startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import type { SignatureProcess } from './schemas.ts'

const service = await startApp()
const { v2, clock } = service
const { created, started, signed, read, move, sign, seal, mails, signerCalls, eventsOf } = signatureCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test', organizations: [await anOrganization(service)] })
const manager = await aManager(service)
const document_type_code = await aDocumentType(service, {
  metas: [{ code: 'signed_on', type: 'date', required: true }],
})
const filing = { employee_technical_id: employee, document_type_code, document_type_metas: { signed_on: '2031-01-02' } }
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const byUser = [{ type: 'user' as const, technical_id: manager }]

const names = async (id: string) => (await eventsOf(id)).map(({ event }) => event)
const cancel = (...ids: string[]) => v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: ids } })
async function reject(process: SignatureProcess, reason = 'Too short') {
  const [signer = assert.fail()] = process.signers
  const answer = await (await signerCalls(process, signer))('POST', '/reject', { body: { reason } })
  assert.equal(answer.statusCode, 200, answer.body)
}

/** A process in each status, with the one step that brought it there last. */
const IN: Record<string, () => Promise<string>> = {
  draft: async () => (await created(filing)).id,
  signing: async () => (await started(filing)).id,
  sealing: async () => {
    const process = await started(filing)
    await sign(process, 0)
    return process.id
  },
  signed: async () => (await signed(filing)).id,
  sent: async () => {
    const { id } = await signed(filing)
    await move(id, 'send')
    return id
  },
  done: async () => {
    const { id } = await signed(filing)
    await move(id, 'archive')
    return id
  },
  rejected: async () => {
    const process = await started(filing)
    await reject(process)
    return process.id
  },
  canceled: async () => {
    const { id } = await started(filing)
    await cancel(id)
    return id
  },
}

const inStatus = (status: string) => (IN[status] ?? assert.fail(`no process is ${status}`))()

/** What each call makes of each status; every other status refuses it. */
const MOVES: Record<string, { allowed: Record<string, string>; call: (id: string) => ReturnType<typeof move> }> = {
  start: { allowed: { draft: 'signing' }, call: (id) => move(id, 'start') },
  PATCH: {
    allowed: { draft: 'draft' },
    call: (id) => v2('PATCH', `/signature_processes/${id}`, { body: { title: 'Other' } }),
  },
  cancel: { allowed: { signing: 'canceled' }, call: (id) => cancel(id) },
  send: { allowed: { signed: 'sent' }, call: (id) => move(id, 'send') },
  archive: { allowed: { signed: 'done', sent: 'done' }, call: (id) => move(id, 'archive') },
  'archive by body': {
    allowed: { signed: 'done', sent: 'done' },
    call: (id) => v2('POST', '/signature_processes/archive', { body: { signature_process_id: id } }),
  },
}

describe('the moves of a process', () => {
  for (const [name, { allowed, call }] of Object.entries(MOVES)) {
    for (const [status, after] of Object.entries(allowed)) {
      test(`${name} makes ${after} of ${status}`, async () => {
        const id = await inStatus(status)

        const answer = await call(id)

        assert.ok(answer.statusCode < 300, answer.body)
        assert.equal((await read(id)).status, after)
      })
    }
  }

  for (const [status, make] of Object.entries(IN)) {
    const refused = Object.entries(MOVES).filter(([, { allowed }]) => !(status in allowed))
    test(`what is ${status} refuses ${refused.map(([name]) => name).join(', ')} with 400 invalid_state`, async () => {
      const id = await make()
      const before = await read(id)

      for (const [name, { call }] of refused) {
        const answer = await call(id)

        assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_state'], name)
        assert.deepEqual(await read(id), before, name)
      }
    })

    const isKept = status === 'signing' || status === 'sealing'
    test(`DELETE ${isKept ? 'is refused for' : 'takes away'} what is ${status}`, async () => {
      const id = await make()

      const answer = await v2('DELETE', `/signature_processes/${id}`)

      const { statusCode } = await v2('GET', `/signature_processes/${id}`)
      assert.deepEqual([answer.statusCode, statusCode], isKept ? [400, 200] : [204, 404])
      assert.equal((await names(id)).includes('deleted'), !isKept)
    })
  }
})

describe('signing order', () => {
  test('those with the lowest number are asked first, the next when all of them have signed', async () => {
    const process = await started({
      signers: [
        anExternal({ signing_order: 2 }),
        { ...byEmployee[0], type: 'employee', signing_order: 1 },
        { ...byUser[0], type: 'user', signing_order: 1 },
        anExternal({ signing_order: 3 }),
      ],
    })
    const statuses = async () => (await read(process.id)).signers.map((one) => one.status)
    const addresses = async () => (await mails(process.id)).map((one) => one.to).toSorted()

    assert.deepEqual(await statuses(), ['waiting', 'asked', 'asked', 'waiting'])
    assert.deepEqual(await addresses(), ['ada@acme.test', `${manager.toLowerCase()}@acme.test`].toSorted())
    await sign(process, 1)
    assert.deepEqual(await statuses(), ['waiting', 'signed', 'asked', 'waiting'])
    assert.deepEqual(await addresses(), [])
    await sign(process, 2)
    assert.deepEqual(await statuses(), ['asked', 'signed', 'signed', 'waiting'])
    assert.deepEqual(await addresses(), [process.signers[0]?.email])
    await sign(process, 0)
    await sign(process, 3)

    const last = await read(process.id)
    assert.deepEqual([last.status, last.all_signed_at !== null, last.signed_document], ['signing', true, null])
    await seal(process.id)
    const sealed = await read(process.id)
    assert.equal(sealed.status, 'signed')
    assert.equal(sealed.signed_document?.filename, 'contract.pdf')
  })
})

describe('events (decision 32)', () => {
  const whole = async (signers: NewSigner[]) => {
    const { id } = await signed({ ...filing, signers })
    await move(id, 'send')
    await move(id, 'archive')
    return id
  }

  test('employees alone: neither sent nor completed; signed only with the call of send', async () => {
    const id = await whole(byEmployee)

    assert.deepEqual(await names(id), ['created', 'updated', 'updated', 'signed'])
    const told = await eventsOf(id)
    assert.deepEqual(
      told.map(({ data }) => data.status),
      ['draft', 'signing', 'signed', 'sent'],
    )
  })

  for (const [kind, signers] of [
    ['a manager', byUser],
    ['an external', [anExternal()]],
    ['an employee and an external', [...byEmployee, anExternal()]],
  ] as const) {
    test(`${kind}: sent with the call of send, completed with that of archive`, async () => {
      const id = await whole([...signers])

      const signings = signers.map(() => 'signed')
      assert.deepEqual(await names(id), ['created', 'updated', 'updated', 'sent', ...signings, 'completed'])
    })
  }

  test('signed tells who signed, in the order in which they did', async () => {
    const one = anExternal({ signing_order: 2 })
    const other = anExternal({ signing_order: 1 })
    const { id } = await signed({ signers: [one, other] })
    clock.advance(1)
    assert.equal((await names(id)).includes('signed'), false)

    await move(id, 'send')

    const told = (await eventsOf(id)).filter(({ event }) => event === 'signed')
    assert.deepEqual(
      told.map(({ data }) => [data.id, data.status, data.signer?.email, data.signer?.status]),
      [
        [id, 'sent', other.email, 'signed'],
        [id, 'sent', one.email, 'signed'],
      ],
    )
  })

  test('auto_send is a call of send, made beforehand', async () => {
    const { id, status } = await signed({ auto_send: true })

    assert.equal(status, 'sent')
    assert.deepEqual(await names(id), ['created', 'updated', 'updated', 'sent', 'signed'])
    const sent = (await mails(id)).filter((one) => one.attachments)
    assert.equal(sent.length, 1)
  })

  for (const [end, make] of Object.entries({ rejected: IN.rejected, canceled: IN.canceled })) {
    test(`${end} is not told of`, async () => {
      const id = (await make?.()) ?? ''

      assert.deepEqual(await names(id), ['created', 'updated'])
      assert.equal((await read(id)).status, end)
    })
  }

  test('a change that changes nothing is not told of', async () => {
    const { id, signers, updated_at } = await created()
    clock.advance(5)

    const { title } = await read(id)
    const body = {
      title,
      signers: signers.map(({ type, first_name, last_name, email }) => ({ type, first_name, last_name, email })),
    }
    const answer = await v2('PATCH', `/signature_processes/${id}`, { body })

    assert.deepEqual([answer.statusCode, answer.json().updated_at], [200, updated_at])
    assert.deepEqual(await names(id), ['created'])
  })
})

describe('archive', () => {
  test('files the sealed document in the folder of the employee, with its type and metas', async () => {
    const { id, signed_document, signed_at, title } = await signed(filing)

    assert.equal((await move(id, 'archive')).statusCode, 204)

    const { document_id, status, ended_at } = await read(id)
    const document: Document = (await v2('GET', `/employee_documents/${document_id}`)).json()
    assert.ok(status === 'done' && ended_at !== null)
    assert.deepEqual(
      [document.title, document.employee_technical_id, document.document_type_code, document.origin, document.date],
      [title, employee, document_type_code, 'signature', signed_at],
    )
    assert.deepEqual(document.document_type_metas, { signed_on: '2031-01-02' })
    assert.deepEqual([document.sha256, document.page_count], [signed_document?.sha256, signed_document?.page_count])
  })

  test('takes employee, type and metas that the process does not name', async () => {
    const { id } = await signed()
    const path = '/signature_processes/archive'

    const refused = await v2('POST', path, { body: { signature_process_id: id } })
    const body = { signature_process_id: id, ...filing }
    const answer = await v2('POST', path, { body })

    assert.deepEqual(
      [refused.statusCode, refused.json().errors.map((one: { field: string }) => one.field)],
      [422, ['document_type_code']],
    )
    assert.equal(answer.statusCode, 204, answer.body)
    assert.equal((await read(id)).status, 'done')
  })

  test('422 names what the folder refuses, and the process stays as it is', async () => {
    const { id } = await signed(filing)

    for (const [body, field] of [
      [{ employee_technical_id: 'nobody' }, 'employee_technical_id'],
      [{ document_type_code: 'nothing' }, 'document_type_code'],
      [{ document_type_metas: {} }, 'document_type_metas.signed_on'],
    ] as const) {
      const answer = await move(id, 'archive', { body })
      assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, field])
    }
    assert.equal((await read(id)).status, 'signed')
  })
})

describe('callback_url', () => {
  startDispatcher(service)
  const ends: Record<string, (over: Over) => Promise<{ id: string; types: string[] }>> = {
    'signed, and done with an external': async (over) => {
      const { id } = await signed({ ...filing, ...over })
      await move(id, 'archive')
      return { id, types: ['updated signed', 'completed done'] }
    },
    'signed, and done with employees only': async (over) => {
      const { id } = await signed({ ...filing, signers: byEmployee, ...over })
      await move(id, 'archive')
      return { id, types: ['updated signed', 'completed done'] }
    },
    rejected: async (over) => {
      const process = await started(over)
      await reject(process)
      return { id: process.id, types: ['rejected rejected'] }
    },
    canceled: async (over) => {
      const { id } = await started(over)
      await cancel(id)
      return { id, types: ['canceled canceled'] }
    },
  }
  for (const [end, make] of Object.entries(ends)) {
    test(`is told of the end: ${end}`, async () => {
      const receiver = await aReceiver()

      const { id, types } = await make({ callback_url: receiver.url })

      await eventually(() => receiver.received.length === types.length)
      const told = receiver.received.map(({ json }) => {
        assert.equal(json.data.id, id)
        return `${json.type.replace('signature_process.', '')} ${json.data.status}`
      })
      assert.deepEqual(told, types)
    })
  }
})

describe('cancel', () => {
  test('takes all of these or none, and tells who was asked', async () => {
    const one = await started()
    const other = await started()
    const draft = await created()
    await mails(one.id)

    const refused = await cancel(one.id, draft.id)
    const unknown = await cancel(one.id, 'nothing')
    assert.deepEqual([refused.statusCode, refused.json().code], [400, 'invalid_state'])
    assert.deepEqual(
      [unknown.statusCode, unknown.json().errors[0].field, unknown.json().errors[0].code],
      [422, 'signature_process_ids.1', 'unknown_signature_process'],
    )
    assert.equal((await read(one.id)).status, 'signing')
    const answer = await cancel(one.id, other.id, one.id)

    assert.equal(answer.statusCode, 204)
    assert.deepEqual([(await read(one.id)).status, (await read(other.id)).status], ['canceled', 'canceled'])
    const [mail] = await mails(one.id)
    assert.deepEqual([mail?.to, mail?.subject], [one.signers[0]?.email, `Signature no longer needed: ${one.title}`])
  })
})

describe('POST /signature_processes/{id}/signers/{signer_id}/remind', () => {
  test('204 mails a signer once more; others, and those who answered, are not', async () => {
    const process = await started({ signers: [anExternal(), anExternal({ signing_order: 2 })] })
    await mails(process.id)
    const remind = (signerId = '') => move(process.id, `signers/${signerId}/remind`)
    const [asked, waiting] = process.signers

    assert.equal((await remind(asked?.id)).statusCode, 204)
    const [mail] = await mails(process.id)
    assert.equal(mail?.to, asked?.email)
    assert.ok((await read(process.id)).signers[0]?.reminded_at)
    assert.deepEqual((await remind(waiting?.id)).json().code, 'invalid_state')
    assert.equal((await remind(unique('nobody'))).statusCode, 404)
    const silent = await anEmployee(service)
    const other = await started({ signers: [{ type: 'employee', technical_id: silent }] })
    const refused = await move(other.id, `signers/${other.signers[0]?.id}/remind`)
    assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [422, 'email'])
  })
})
