import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reportSetup } from './report.ts'

describe('reportSetup', () => {
  test('tells of each client what changed, which secrets were made and what was skipped', () => {
    const report = reportSetup([
      {
        id: 'acme',
        changes: [
          { what: 'client acme', outcome: 'created', madeSecret: 's3cret' },
          { what: 'form a', outcome: 'updated' },
          { what: 'form b', outcome: 'unchanged' },
          { what: 'application a', outcome: 'unchanged', left: 'revoked, left as is' },
          { what: 'application b', outcome: 'updated', left: 'left as is', warning: 'short' },
        ],
        skipped: ['roles'],
      },
      { id: 'globex', changes: [{ what: 'client globex', outcome: 'unchanged' }], skipped: [] },
    ])

    assert.equal(
      report,
      [
        'client acme: 3 changed, 2 unchanged',
        '  created client acme',
        '  updated form a',
        '  updated application b',
        '  secret of client acme (shown once): s3cret',
        '  application a: revoked, left as is',
        '  application b: left as is',
        '  application b: short',
        '  not known to this version, skipped: roles',
        'client globex: nothing changed',
      ].join('\n'),
    )
  })
})
