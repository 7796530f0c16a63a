import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { capitalize } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, basic } from '#test/harness/builders.ts'
import { aSignatureType, signatureCalls } from '#test/harness/features/signatures.ts'

const service = await startApp()
const { app, v2 } = service
const { body, created, started, signed, read, eventsOf } = signatureCalls(service)

type Target = { process: string; signer: string; type: string }
type Status = 'draft' | 'signing' | 'signed'

const signature_type_id = await aSignatureType(service)
const finished = await signed()

/** What an endpoint needs to work. */
async function aTarget(status: Status): Promise<Target> {
  const process = status === 'signed' ? finished : await (status === 'draft' ? created : started)()
  return { process: process.id, signer: process.signers[0]?.id ?? '', type: signature_type_id }
}

const stateOf = async ({ process }: Target) => [await read(process), (await eventsOf(process)).length]

type Endpoint = {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  needs: 'read' | 'write'
  status?: Status
  body?: (target: Target) => object | Promise<object>
  /** How it names what is not there; a list has nothing of the kind. */
  absent?: 'signature process' | 'signature type'
}

const PROCESS = '/signature_processes/{process}'
const TYPE = '/signature_types/{type}'
const ENDPOINTS: Endpoint[] = [
  { method: 'GET', path: '/signature_processes', needs: 'read' },
  { method: 'POST', path: '/signature_processes', needs: 'write', body: () => body() },
  { method: 'GET', path: PROCESS, needs: 'read', absent: 'signature process' },
  { method: 'PATCH', path: PROCESS, needs: 'write', body: () => ({ title: 'Other' }), absent: 'signature process' },
  { method: 'DELETE', path: PROCESS, needs: 'write', absent: 'signature process' },
  { method: 'GET', path: `${PROCESS}/file`, needs: 'read', absent: 'signature process' },
  { method: 'GET', path: `${PROCESS}/signed_file`, needs: 'read', absent: 'signature process', status: 'signed' },
  { method: 'GET', path: `${PROCESS}/evidence`, needs: 'read', absent: 'signature process' },
  { method: 'POST', path: `${PROCESS}/start`, needs: 'write', absent: 'signature process' },
  {
    method: 'POST',
    path: `${PROCESS}/signers/{signer}/remind`,
    needs: 'write',
    absent: 'signature process',
    status: 'signing',
  },
  { method: 'POST', path: `${PROCESS}/send`, needs: 'write', absent: 'signature process', status: 'signed' },
  { method: 'POST', path: `${PROCESS}/archive`, needs: 'write', absent: 'signature process', status: 'signed' },
  {
    method: 'POST',
    path: '/signature_processes/cancel',
    needs: 'write',
    status: 'signing',
    body: ({ process }) => ({ signature_process_ids: [process] }),
  },
  {
    method: 'POST',
    path: '/signature_processes/archive',
    needs: 'write',
    status: 'signed',
    body: ({ process }) => ({ signature_process_id: process }),
  },
  { method: 'GET', path: '/signature_types', needs: 'read' },
  { method: 'GET', path: TYPE, needs: 'read', absent: 'signature type' },
  { method: 'PATCH', path: TYPE, needs: 'write', body: () => ({ name: 'Other' }), absent: 'signature type' },
  { method: 'DELETE', path: TYPE, needs: 'write', absent: 'signature type' },
  // Last: it makes one of the same name for the other client.
  { method: 'PUT', path: TYPE, needs: 'write', body: () => ({ name: 'Other' }) },
]

for (const { method, path, needs, status = 'draft', body: bodyOf, absent } of ENDPOINTS) {
  const pathOf = (target: Target) => path.replace(/\{(\w+)\}/g, (_, name: string) => target[name as keyof Target])

  describe(`${method} ${path}`, () => {
    test('401 without a token of this API, and nothing changes', async () => {
      const target = await aTarget(status)
      const before = await stateOf(target)
      const payload = await bodyOf?.(target)
      for (const headers of [
        {},
        { 'x-api-key': 'acme-api-key' },
        { authorization: basic('payroll', 'payroll-secret') },
      ]) {
        const url = `/api/v2/client${pathOf(target)}`
        const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
        assert.equal(answer.statusCode, 401)
      }
      assert.deepEqual(await stateOf(target), before)
    })

    test(`403 unless issued for signatures:${needs}, and nothing changes`, async () => {
      const target = await aTarget(status)
      const before = await stateOf(target)
      const body = await bodyOf?.(target)
      const other = await allowedTo(service, `signatures:${needs === 'read' ? 'write' : 'read'}`)
      for (const headers of [other, await service.as('reader')]) {
        const answer = await v2(method, pathOf(target), { body, headers })
        assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'])
      }
      assert.deepEqual(await stateOf(target), before)
    })

    test(`is let in when issued for signatures:${needs}`, async () => {
      const target = await aTarget(status)
      const headers = await allowedTo(service, `signatures:${needs}`)

      const answer = await v2(method, pathOf(target), { body: await bodyOf?.(target), headers })

      assert.ok(answer.statusCode !== 401 && answer.statusCode !== 403 && answer.statusCode < 500, answer.body)
    })

    test('another client finds and changes nothing', async () => {
      const target = await aTarget(status)
      const before = await stateOf(target)

      const answer = await v2(method, pathOf(target), { application: 'rival', body: await bodyOf?.(target) })

      if (absent) {
        const id = absent === 'signature type' ? target.type : target.process
        const message = `${capitalize(absent)} ${id} not found.`
        assert.deepEqual([answer.statusCode, answer.json()], [404, { code: 'not_found', message }])
      } else if (method === 'GET') assert.deepEqual(answer.json(), [])
      else assert.ok([422, 201].includes(answer.statusCode), answer.body)
      assert.deepEqual(await stateOf(target), before)
    })
  })
}
