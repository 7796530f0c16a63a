import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { startApp } from '#test/harness/app.ts'
import { withIndexScans } from './with-index-scans.ts'

const { db } = await startApp()

describe('alongIndexes', () => {
  test('gives the turn of a process that stands still to the next one', { timeout: 30_000 }, async () => {
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
    after(() => wake())
    const { promise: atTurn, resolve: arrive } = Promise.withResolvers<void>()
    const sleeping = withIndexScans(db, async (tx) => {
      await takeLock(tx, 'a turn')
      arrive()
      await woken
    })
    await atTurn

    const next = await withIndexScans(db, async () => 'next', { before: (tx) => takeLock(tx, 'a turn') })
    wake()

    assert.equal(next, 'next')
    await assert.rejects(sleeping)
  })
})
