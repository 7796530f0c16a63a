import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codingIn } from './compress-responses.ts'

const cases: [header: string | undefined, coding: 'br' | 'gzip' | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip; q=0.5, br; q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.000', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=0, *', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['deflate', undefined],
  ['gzip;q=nonsense', undefined],
]
for (const [header, coding] of cases) {
  test(`Accept-Encoding ${header ?? '(none)'}: ${coding ?? 'as it is'}`, () => {
    assert.equal(codingIn(header), coding)
  })
}
