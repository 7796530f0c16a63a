import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, basic, globex, unique } from '#test/harness/builders.ts'
import { putApiKey, putApplication } from './issue-credentials.ts'
import { findApiKey, findApplication } from './queries.ts'
import { revokeApiKey, revokeApplication } from './revoke-credentials.ts'

const service = await startApp()
const { app, db, keyring, clock } = service
const inWork = <T>(step: (work: Work) => Promise<T>) => service.doWork(acme, step)

const tokenStatus = async (id: string, secret: string) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    remoteAddress: `10.4.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&scope=client&client_id=acme',
  })
  return answer.statusCode
}

describe('putApplication', () => {
  test('makes a secret when none is given for a new one, and it opens the door', async () => {
    const id = unique('app')

    const issued = await inWork((work) => putApplication(work, { id }, keyring))

    assert.equal(issued.outcome, 'created')
    assert.match(issued.madeSecret ?? '', /^[\w-]{43}$/)
    assert.equal(await tokenStatus(id, issued.madeSecret ?? ''), 200)
    assert.deepEqual((await findApplication(db, 'acme', id))?.permissions, ['*'])
  })

  test('keeps the secret, the name and the permissions that a later call leaves out', async () => {
    const id = unique('app')
    const settings = { id, secret: 'a-secret-of-sixteen', name: 'Payroll', permissions: ['datasets:read'] }
    await inWork((work) => putApplication(work, settings, keyring))

    const again = await inWork((work) => putApplication(work, { id }, keyring))

    const row = await findApplication(db, 'acme', id)
    assert.deepEqual(again, { outcome: 'unchanged' })
    assert.deepEqual([row?.name, row?.permissions], ['Payroll', ['datasets:read']])
    assert.equal(await tokenStatus(id, 'a-secret-of-sixteen'), 200)
  })

  test('a new secret takes the place of the old one', async () => {
    const id = unique('app')
    await inWork((work) => putApplication(work, { id, secret: 'the-old-secret' }, keyring))

    const issued = await inWork((work) => putApplication(work, { id, secret: 'the-new-long-secret' }, keyring))

    assert.deepEqual(issued, { outcome: 'updated' })
    assert.equal(await tokenStatus(id, 'the-old-secret'), 401)
    assert.equal(await tokenStatus(id, 'the-new-long-secret'), 200)
  })

  test('says updated when something changed, and moves updated_at only then', async () => {
    const id = unique('app')
    await inWork((work) => putApplication(work, { id }, keyring))
    const first = await findApplication(db, 'acme', id)
    clock.advance(5)
    await inWork((work) => putApplication(work, { id }, keyring))
    const second = await findApplication(db, 'acme', id)

    const issued = await inWork((work) => putApplication(work, { id, name: 'New name' }, keyring))

    const third = await findApplication(db, 'acme', id)
    assert.equal(issued.outcome, 'updated')
    assert.deepEqual(second, first)
    assert.deepEqual(third?.created_at, first?.created_at)
    assert.ok((third?.updated_at ?? 0) > (first?.updated_at ?? 0))
  })
})

describe('putApiKey', () => {
  test('makes a key when none is given for a new one, and keeps it later', async () => {
    const name = unique('key')

    const issued = await inWork((work) => putApiKey(work, { name }, keyring))
    const again = await inWork((work) => putApiKey(work, { name }, keyring))

    const call = () => app.inject({ url: '/api/nowhere', headers: { 'x-api-key': issued.madeSecret ?? '' } })
    assert.equal(issued.outcome, 'created')
    assert.match(issued.madeSecret ?? '', /^[\w-]{43}$/)
    assert.deepEqual(again, { outcome: 'unchanged' })
    assert.equal((await call()).statusCode, 404)
  })

  test('a moment that is written differently is not a change', async () => {
    const name = unique('key')
    await inWork((work) => putApiKey(work, { name, expires_at: '2999-01-01T01:00:00+01:00' }, keyring))

    const again = await inWork((work) => putApiKey(work, { name, expires_at: '2999-01-01T00:00:00Z' }, keyring))

    assert.deepEqual(again, { outcome: 'unchanged' })
  })

  test('the same name is a key of its own for each client', async () => {
    const name = unique('key')
    await inWork((work) => putApiKey(work, { name, key: unique('acme-key') }, keyring))

    const issued = await service.doWork(globex, (work) => putApiKey(work, { name, key: unique('globex-key') }, keyring))

    assert.equal(issued.outcome, 'created')
  })
})

describe('revokeApplication and revokeApiKey', () => {
  test('end the application: 401 for its credentials, until it is issued again on purpose', async () => {
    const id = unique('app')
    await inWork((work) => putApplication(work, { id, secret: 'a-long-secret' }, keyring))

    await inWork((work) => revokeApplication(work, id))
    const revoked = await tokenStatus(id, 'a-long-secret')
    const left = await inWork((work) => putApplication(work, { id, secret: 'another-secret' }, keyring))
    const whenLeft = await tokenStatus(id, 'another-secret')
    const again = await inWork((work) =>
      putApplication(work, { id, secret: 'another-secret' }, keyring, { reissue: true }),
    )

    assert.deepEqual([revoked, whenLeft], [401, 401])
    assert.deepEqual([left.outcome, again.outcome], ['unchanged', 'updated'])
    assert.equal(await tokenStatus(id, 'another-secret'), 200)
    assert.equal(await tokenStatus(id, 'a-long-secret'), 401)
  })

  test('an application that is issued again without a secret gets a new one', async () => {
    const id = unique('app')
    await inWork((work) => putApplication(work, { id, secret: 'a-secret-of-sixteen' }, keyring))
    await inWork((work) => revokeApplication(work, id))

    const { madeSecret = '' } = await inWork((work) => putApplication(work, { id }, keyring, { reissue: true }))

    assert.equal(await tokenStatus(id, madeSecret), 200)
    assert.equal(await tokenStatus(id, 'a-secret-of-sixteen'), 401)
  })

  test('leave the application of the same id at another client alone', async () => {
    const id = unique('app')
    await inWork((work) => putApplication(work, { id }, keyring))
    await service.doWork(globex, (work) => putApplication(work, { id }, keyring))

    await inWork((work) => revokeApplication(work, id))

    assert.equal((await findApplication(db, 'globex', id))?.revoked_at, null)
    assert.ok((await findApplication(db, 'acme', id))?.revoked_at instanceof Date)
  })

  test('end the key', async () => {
    const name = unique('key')
    await inWork((work) => putApiKey(work, { name }, keyring))

    await inWork((work) => revokeApiKey(work, name))

    assert.ok((await findApiKey(db, 'acme', name))?.revoked_at instanceof Date)
  })

  test('refuse what is not there, by its name', async () => {
    await assert.rejects(
      inWork((work) => revokeApplication(work, 'nobody')),
      { kind: 'not_found', message: 'Application nobody not found.' },
    )
    await assert.rejects(
      inWork((work) => revokeApiKey(work, 'nothing')),
      { kind: 'not_found', message: 'API key nothing not found.' },
    )
  })
})
