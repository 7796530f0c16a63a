import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APPLICATION_RESOURCES } from '#kernel/access/resources.ts'
import { EVENT_RESOURCES } from '#kernel/events/catalogue.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { committedDocuments } from '#test/harness/http/openapi.ts'
import { putApplication } from './issue-credentials.ts'

const service = await startApp()

/** Events that nothing makes yet: issuing an application for them would give nothing. */
const UNTOLD = /^(document_generation_templates|document_generations|processes):/

describe('what applications are issued for', () => {
  test('is what the calls of group A and the events take, and nothing else', () => {
    const described = JSON.stringify(committedDocuments().v2).matchAll(/Requires the permission `([a-z_]+:[a-z]+)`/g)
    const needed = new Set([
      ...Array.from(described, ([, permission]) => permission),
      ...Object.values(EVENT_RESOURCES).map(({ read }) => read),
    ])
    const listed = Object.entries(APPLICATION_RESOURCES).flatMap(([resource, actions]) =>
      actions.map((action) => `${resource}:${action}`),
    )

    const told = [...needed].filter((one = '') => one !== '*' && !UNTOLD.test(one))
    assert.deepEqual(told.toSorted(), listed.toSorted())
  })

  test('cannot be something that there is not', async () => {
    const put = (permissions: string[]) =>
      service.doWork(acme, (work) => putApplication(work, { id: unique('app'), permissions }, service.keyring))

    for (const permission of ['dataset:read', 'datasets:delete', 'events:write', 'uploads:read']) {
      await assert.rejects(put(['datasets:read', permission]), {
        code: 'validation_error',
        fields: [{ field: 'permissions.1', code: 'unknown_permission', message: `Unknown permission ${permission}.` }],
      })
    }
    await put(['*', 'requests:read', 'signatures:*', 'events:*'])
  })
})
