import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ErrorShape } from '#platform/http/server.ts'
import { Problem, type ProblemKind } from '#platform/problem.ts'
import { byField } from './by-field.ts'
import { portalErrors } from './portal/errors.ts'
import { unversionedErrors } from './unversioned/errors.ts'
import { v1Errors } from './v1/errors.ts'
import { v2Errors } from './v2/errors.ts'

const message = 'In words.'
const fields = [
  { field: 'name', code: 'required', message: 'This field is required.' },
  { field: 'names.0.value', code: 'too_long', message: 'Too long.' },
  { field: 'name', code: 'odd', message: 'It is odd.' },
]
const grouped = { name: ['This field is required.', 'It is odd.'], 'names.0.value': ['Too long.'] }
const plain = { code: 'in_code', message }

type Table = Record<ProblemKind, { status: number; body: unknown }>

/** What each group answers for each kind of problem, with and without fields; the compiler asks for every kind. */
const groups: Record<string, { shape: ErrorShape; path: string; bare: Table; withFields: Partial<Table> }> = {
  'group A': {
    shape: v2Errors,
    path: '/api/v2/client/datasets',
    bare: {
      malformed: { status: 400, body: plain },
      too_large: { status: 413, body: plain },
      invalid: { status: 422, body: { ...plain, errors: [] } },
      unauthenticated: { status: 401, body: plain },
      forbidden: { status: 403, body: plain },
      not_found: { status: 404, body: plain },
      method_not_allowed: { status: 405, body: plain },
      conflict: { status: 409, body: plain },
      too_many: { status: 429, body: plain },
      unavailable: { status: 503, body: plain },
      unsatisfiable: { status: 416, body: plain },
      precondition_failed: { status: 412, body: plain },
      unsupported_coding: { status: 415, body: plain },
      expectation_failed: { status: 417, body: plain },
      unprocessable: { status: 422, body: { ...plain, errors: [] } },
    },
    withFields: {
      invalid: { status: 422, body: { ...plain, errors: fields } },
      malformed: { status: 400, body: plain },
    },
  },
  'the token endpoints of group A': {
    shape: v2Errors,
    path: '/api/v2/client/tokens/',
    bare: {
      malformed: { status: 400, body: { error: 'in_code', error_description: message } },
      too_large: { status: 413, body: { error: 'in_code', error_description: message } },
      invalid: { status: 400, body: { error: 'invalid_request', error_description: message } },
      unauthenticated: { status: 401, body: { error: 'in_code', error_description: message } },
      forbidden: { status: 403, body: { error: 'in_code', error_description: message } },
      not_found: { status: 404, body: { error: 'in_code', error_description: message } },
      method_not_allowed: { status: 405, body: plain },
      conflict: { status: 409, body: { error: 'in_code', error_description: message } },
      too_many: { status: 429, body: { error: 'in_code', error_description: message } },
      unavailable: { status: 503, body: { error: 'in_code', error_description: message } },
      unsatisfiable: { status: 416, body: { error: 'in_code', error_description: message } },
      precondition_failed: { status: 412, body: { error: 'in_code', error_description: message } },
      unsupported_coding: { status: 415, body: { error: 'in_code', error_description: message } },
      expectation_failed: { status: 417, body: { error: 'in_code', error_description: message } },
      unprocessable: { status: 422, body: { error: 'in_code', error_description: message } },
    },
    withFields: {
      invalid: {
        status: 400,
        body: {
          error: 'invalid_request',
          error_description: `${message} name: This field is required. names.0.value: Too long. name: It is odd.`,
        },
      },
    },
  },
  'group B, notes and documents': {
    shape: v1Errors,
    path: '/api/v1/enterprise/documents/',
    bare: {
      malformed: { status: 400, body: { code: 400, message } },
      too_large: { status: 413, body: { code: 413, message } },
      invalid: { status: 400, body: { code: 400, message } },
      unauthenticated: { status: 403, body: { code: 403, message, detail: message } },
      forbidden: { status: 403, body: { code: 403, message, detail: message } },
      not_found: { status: 404, body: { code: 404, message } },
      method_not_allowed: { status: 405, body: { errors: message } },
      conflict: { status: 409, body: { code: 409, message } },
      too_many: { status: 429, body: { code: 429, message } },
      unavailable: { status: 503, body: { code: 503, message } },
      unsatisfiable: { status: 416, body: { code: 416, message } },
      precondition_failed: { status: 412, body: { code: 412, message } },
      unsupported_coding: { status: 415, body: { code: 415, message } },
      expectation_failed: { status: 417, body: { code: 417, message } },
      unprocessable: { status: 422, body: { code: 422, message } },
    },
    withFields: { invalid: { status: 400, body: { code: 1408, message, errors: fields } } },
  },
  'group B, distribution': {
    shape: v1Errors,
    path: '/api/v1/distrib_projects/',
    bare: {
      malformed: { status: 400, body: { errors: message } },
      too_large: { status: 413, body: { errors: message } },
      invalid: { status: 400, body: { errors: message } },
      unauthenticated: { status: 403, body: { code: 403, message, detail: message } },
      forbidden: { status: 403, body: { code: 403, message, detail: message } },
      not_found: { status: 404, body: { errors: message } },
      method_not_allowed: { status: 405, body: { errors: message } },
      conflict: { status: 409, body: { errors: message } },
      too_many: { status: 429, body: { errors: message } },
      unavailable: { status: 503, body: { errors: message } },
      unsatisfiable: { status: 416, body: { errors: message } },
      precondition_failed: { status: 412, body: { errors: message } },
      unsupported_coding: { status: 415, body: { errors: message } },
      expectation_failed: { status: 417, body: { errors: message } },
      unprocessable: { status: 422, body: { errors: message } },
    },
    withFields: { invalid: { status: 400, body: { errors: grouped } } },
  },
  'group C': {
    shape: unversionedErrors,
    path: '/api/requests/',
    bare: {
      malformed: { status: 400, body: [{ base: [message] }] },
      too_large: { status: 413, body: { detail: message } },
      invalid: { status: 400, body: [{ base: [message] }] },
      unauthenticated: { status: 403, body: { detail: message } },
      forbidden: { status: 403, body: { detail: message } },
      not_found: { status: 404, body: { detail: message } },
      method_not_allowed: { status: 405, body: { detail: message } },
      conflict: { status: 409, body: { detail: message } },
      too_many: { status: 429, body: { detail: message } },
      unavailable: { status: 503, body: { detail: message } },
      unsatisfiable: { status: 416, body: { detail: message } },
      precondition_failed: { status: 412, body: { detail: message } },
      unsupported_coding: { status: 415, body: { detail: message } },
      expectation_failed: { status: 417, body: { detail: message } },
      unprocessable: { status: 422, body: { detail: message } },
    },
    withFields: {
      invalid: { status: 400, body: [{ name: grouped.name }, { 'names.0.value': grouped['names.0.value'] }] },
    },
  },
  'the portal': {
    shape: portalErrors,
    path: '/portal/api/me',
    bare: {
      malformed: { status: 400, body: plain },
      too_large: { status: 413, body: plain },
      invalid: { status: 422, body: plain },
      unauthenticated: { status: 401, body: plain },
      forbidden: { status: 403, body: plain },
      not_found: { status: 404, body: plain },
      method_not_allowed: { status: 405, body: plain },
      conflict: { status: 409, body: plain },
      too_many: { status: 429, body: plain },
      unavailable: { status: 503, body: plain },
      unsatisfiable: { status: 416, body: plain },
      precondition_failed: { status: 412, body: plain },
      unsupported_coding: { status: 415, body: plain },
      expectation_failed: { status: 417, body: plain },
      unprocessable: { status: 422, body: plain },
    },
    withFields: { invalid: { status: 422, body: { ...plain, errors: fields } } },
  },
}

for (const [group, { shape, path, bare, withFields }] of Object.entries(groups)) {
  describe(`an error of ${group}`, () => {
    for (const [kind, expected] of Object.entries(bare)) {
      test(`${expected.status} for what is ${kind}`, () => {
        const problem = new Problem(kind as ProblemKind, 'in_code', message)

        assert.deepEqual(shape.refusal(problem, path), expected)
      })
    }

    for (const [kind, expected] of Object.entries(withFields)) {
      test(`${expected.status} for what is ${kind}, with its fields`, () => {
        const problem = new Problem(kind as ProblemKind, 'in_code', message, { fields })

        // Through JSON, as it is sent: objects without a prototype are equal then.
        assert.deepEqual(JSON.parse(JSON.stringify(shape.refusal(problem, path))), expected)
      })
    }

    test('500 for our own fault: a request id and nothing of the inside', () => {
      const text = JSON.stringify(shape.failure('the-request-id', path))

      assert.match(text, /the-request-id/)
      assert.equal(shape.owns(path), true)
    })
  })
}

describe('the paths of each group', () => {
  const shapes = [v2Errors, v1Errors, unversionedErrors, portalErrors]
  const owners: [string, ErrorShape][] = [
    ['/api/v2/client', v2Errors],
    ['/api/v2/client/datasets', v2Errors],
    ['/api/v2/clients', unversionedErrors],
    ['/api/v2/', unversionedErrors],
    ['/api/v1', v1Errors],
    ['/api/v1/notes/employees/', v1Errors],
    ['/api/v10', unversionedErrors],
    ['/projects/5/validate/', v1Errors],
    ['/api', unversionedErrors],
    ['/api/requests/', unversionedErrors],
    ['/apis', portalErrors],
    ['/', portalErrors],
    ['/portal/api/me', portalErrors],
  ]
  for (const [path, owner] of owners) {
    test(`${path} belongs to one group`, () => {
      assert.equal(
        shapes.find((one) => one.owns(path)),
        owner,
      )
    })
  }
})

describe('byField', () => {
  test('groups messages by field, also for fields that are called like parts of the language', () => {
    const odd = ['__proto__', 'constructor', 'toString'].map((field) => ({ field, code: 'c', message: 'm' }))

    assert.deepEqual(Object.entries(byField(odd)), [
      ['__proto__', ['m']],
      ['constructor', ['m']],
      ['toString', ['m']],
    ])
  })
})
