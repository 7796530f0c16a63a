import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { openLog } from './log.ts'
import { readableLine } from './log-line.ts'

/** A stream that styles are meant for, or not. */
const aStream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream
const terminal = aStream(true)
const file = aStream(false)

function lineOf(write: (log: ReturnType<typeof openLog>) => void, stream = file): string {
  let line = ''
  write(openLog('info', { write: (json) => (line = readableLine(json, stream)) }))
  return line
}

describe('a readable line of the log', () => {
  test('has the time of day, the level, what happened and the facts', () => {
    const line = lineOf((log) => log.info({ job: 'notes.remind', duration_ms: 5, note: 'two words' }, 'job.completed'))

    assert.match(
      line,
      /^\d\d:\d\d:\d\d INFO {2}job\.completed {2}job=notes\.remind {2}duration_ms=5 {2}note="two words"\n$/,
    )
  })

  test('has the stack of an error below, and none of its secrets', () => {
    const line = lineOf((log) => log.error({ err: new Error('It broke.'), token: 'abc' }, 'job.failed'))

    assert.match(line, /ERROR job\.failed {2}token=\[removed\] {2}type=Error {2}message="It broke\."\n +at /)
  })

  test('shows what a terminal would obey instead of sending it there', () => {
    const cleared = '\u001b[2J\u009b31m\u202e'
    const line = lineOf((log) => log.info({ path: cleared, err: new Error(cleared) }, `took ${cleared}`), terminal)

    const shown = '\\u001b[2J\\u009b31m\\u202e'
    const text = stripVTControlCharacters(line)
    assert.ok(text.includes(`took ${shown}`) && text.includes(`path=${shown}`), text)
    for (const obeyed of ['\u001b[2J', '\u009b', '\u202e']) assert.ok(!line.includes(obeyed), text)
  })

  test('is coloured on a terminal only', () => {
    const write = (log: ReturnType<typeof openLog>) => log.warn({ a: 1 }, 'setup.noted')

    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it.
    assert.doesNotMatch(lineOf(write), /\u001b/)
    assert.equal(stripVTControlCharacters(lineOf(write, terminal)).slice(8), lineOf(write).slice(8))
  })
})
