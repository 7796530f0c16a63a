import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { waitForTurn } from '#platform/db/locks/advisory-lock.ts'
import { startApp } from '#test/harness/app.ts'
import { alongIndexes } from './with-index-scans.ts'

const { db } = await startApp()

describe('alongIndexes', () => {
  test('gives the turn of a process that stands still to the next one', { timeout: 30_000 }, async () => {
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
    after(() => wake())
    const { promise: atTurn, resolve: arrive } = Promise.withResolvers<void>()
    const sleeping = alongIndexes(db, async (tx) => {
      await waitForTurn(tx, 'a turn')
      arrive()
      await woken
    })
    await atTurn

    const next = await alongIndexes(
      db,
      async () => 'next',
      (tx) => waitForTurn(tx, 'a turn'),
    )
    wake()

    assert.equal(next, 'next')
    await assert.rejects(sleeping)
  })
})
