import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemActor } from '#kernel/work.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { findClientByHostname } from './hostname-queries.ts'
import { putClient } from './put-client.ts'
import { findClient, hasClients } from './queries.ts'
import type { ClientSettings } from './schemas.ts'
import { decryptSharedToken } from './shared-token.ts'

const service = await startApp()
const { db, keyring, clock } = service

const put = (settings: ClientSettings) =>
  service.doWork({ client: { id: settings.id, languages: [] }, actor: systemActor }, (work) =>
    putClient(work, settings, keyring),
  )

describe('putClient', () => {
  test('creates a client from its id alone: named after it, in English, with a shared token that is shown once', async () => {
    const id = unique('client')

    const made = await put({ id })

    const row = await findClient(db, id)
    assert.equal(made.outcome, 'created')
    assert.deepEqual(made.row, row)
    assert.deepEqual([row?.name, row?.languages, row?.distribution_callback_url], [id, ['en-us'], null])
    assert.equal(decryptSharedToken(keyring, id, row?.sealed_shared_token ?? ''), made.madeSharedToken)
  })

  test('stores languages in lower case, in their order', async () => {
    const id = unique('client')

    await put({ id, languages: ['fr-FR', 'en-US'] })

    assert.deepEqual((await findClient(db, id))?.languages, ['fr-fr', 'en-us'])
  })

  test('stores the shared token encrypted, and makes none when it is given', async () => {
    const id = unique('client')

    const made = await put({ id, shared_token: 'a-token-of-sixteen-or-more' })

    const row = await findClient(db, id)
    assert.equal(made.madeSharedToken, undefined)
    assert.ok(!row?.sealed_shared_token.includes('a-token-of-sixteen-or-more'))
    assert.equal(decryptSharedToken(keyring, id, row?.sealed_shared_token ?? ''), 'a-token-of-sixteen-or-more')
  })

  test('keeps what the settings leave out, and says unchanged', async () => {
    const id = unique('client')
    const url = 'https://acme.example/hook'
    await put({
      id,
      name: 'Acme',
      languages: ['de-de'],
      shared_token: 'a-token-of-sixteen-or-more',
      distribution_callback_url: url,
    })
    const before = await findClient(db, id)
    clock.advance(60)

    const again = await put({ id })

    assert.equal(again.outcome, 'unchanged')
    assert.equal(again.madeSharedToken, undefined)
    assert.deepEqual(await findClient(db, id), before)
  })

  test('is unchanged by the same shared token, though each encryption differs', async () => {
    const id = unique('client')
    await put({ id, shared_token: 'a-token-of-sixteen-or-more' })

    const again = await put({ id, shared_token: 'a-token-of-sixteen-or-more' })

    assert.equal(again.outcome, 'unchanged')
  })

  test('updates what differs', async () => {
    const id = unique('client')
    await put({ id, shared_token: 'a-token-of-sixteen-or-more' })
    const before = await findClient(db, id)
    clock.advance(60)

    const again = await put({ id, name: 'Acme', shared_token: 'another-token-of-sixteen' })

    const row = await findClient(db, id)
    assert.equal(again.outcome, 'updated')
    assert.equal(row?.name, 'Acme')
    assert.equal(decryptSharedToken(keyring, id, row?.sealed_shared_token ?? ''), 'another-token-of-sixteen')
    assert.deepEqual(row?.created_at, before?.created_at)
    assert.ok((row?.updated_at ?? 0) > (before?.updated_at ?? 0))
  })
})

describe('host names of a client', () => {
  test('are replaced by those that are given, in lower case, and kept when left out', async () => {
    const id = unique('client')
    const one = `${unique('HR')}.example`
    const other = `${unique('people')}.example`
    await put({ id, hostnames: [one, other] })

    const again = await put({ id, hostnames: [other, one.toLowerCase()] })
    const keptBy = await put({ id })
    const found = await findClientByHostname(db, one.toUpperCase())
    const fewer = await put({ id, hostnames: [other] })

    assert.deepEqual([again.outcome, keptBy.outcome, fewer.outcome], ['unchanged', 'unchanged', 'updated'])
    assert.deepEqual(found, { id, name: id })
    assert.equal(await findClientByHostname(db, one), undefined)
  })

  test('belong to one client', async () => {
    const hostname = `${unique('hr')}.example`
    await put({ id: unique('client'), hostnames: [hostname] })

    await assert.rejects(put({ id: unique('client'), hostnames: [hostname] }), { kind: 'invalid' })
  })
})

describe('hasClients', () => {
  test('is false on an empty database, and true once there is one', async () => {
    const onEmpty = await db
      .transaction()
      .execute(async (tx) => {
        await tx.deleteFrom('api_key_hashes').execute()
        await tx.deleteFrom('api_keys').execute()
        await tx.deleteFrom('access_tokens').execute()
        await tx.deleteFrom('applications').execute()
        await tx.deleteFrom('forms').execute()
        await tx.deleteFrom('client_hostnames').execute()
        await tx.deleteFrom('clients').execute()
        throw Object.assign(new Error('undo'), { isFound: await hasClients(tx) })
      })
      .catch((error: Error & { isFound?: boolean }) => error.isFound)

    assert.equal(onEmpty, false)
    assert.equal(await hasClients(db), true)
  })
})
