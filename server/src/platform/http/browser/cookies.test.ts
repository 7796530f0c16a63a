import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieFor } from './cookies.ts'

test('with https, the name of a cookie says what browsers have to enforce', () => {
  const names = ['http://localhost:8080', 'https://hr.example', 'https://hr.example/dossier'].map((publicUrl) => [
    cookieFor(publicUrl, 'session').name,
    cookieFor(publicUrl, 'visit', { isForWholeSite: false }).name,
  ])

  assert.deepEqual(names, [
    ['session', 'visit'],
    ['__Host-session', '__Secure-visit'],
    ['__Host-session', '__Secure-visit'],
  ])
})
