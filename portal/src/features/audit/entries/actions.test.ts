import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AUDIT_ACTIONS } from '../../../../../server/src/kernel/audit/audit-entry.ts'
import { words } from '../words/en/sentences.ts'
import { ACTIONS, wordOf } from './actions.ts'

describe('the actions of the audit trail', () => {
  const offered = Object.entries(ACTIONS).flatMap(([group, verbs]) => verbs.map((verb) => `${group}.${verb}`))

  test('are all there to choose from', () => {
    assert.deepEqual(offered.toSorted(), [...AUDIT_ACTIONS].toSorted())
  })

  test('each have a sentence, and those about a person another one', () => {
    const named = AUDIT_ACTIONS.map(wordOf).toSorted()

    assert.deepEqual(Object.keys(words.plain).toSorted(), named)
    for (const action of [...Object.keys(words.about), ...Object.keys(words.own)]) assert.ok(named.includes(action))
  })
})
