import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPackageAt } from './next-package.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const asked = (created_at: string, given: object = {}) =>
  ({ origin: 'employee', status: 'ready', created_at, ...given }) as Parameters<typeof nextPackageAt>[0][number]

test('another package may be asked for a day after the last one', () => {
  assert.equal(nextPackageAt([], now), undefined)
  assert.equal(nextPackageAt([asked('2026-06-14T12:00:00Z')], now), undefined)
  assert.deepEqual(nextPackageAt([asked('2026-06-14T13:00:00Z')], now), new Date('2026-06-15T13:00:00Z'))
})

test('what the employer had made, and what failed, does not count', () => {
  const others = [asked('2026-06-15T11:00:00Z', { origin: 'api' }), asked('2026-06-15T10:00:00Z', { status: 'failed' })]
  assert.equal(nextPackageAt(others, now), undefined)
})
