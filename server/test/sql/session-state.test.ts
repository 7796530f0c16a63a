import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { sourceFiles } from './claims.ts'

/*
 * A pooler gives each transaction another connection: what a statement leaves on it afterwards would reach others, and be
 * missing here. Whatever needs a session has a connection to `DATABASE_DIRECT_URL`, in one of the files below.
 */

/** What stays on a connection after its transaction. */
const LEFT_BEHIND: Record<string, RegExp> = {
  'a lock of the session': /pg_(try_)?advisory_lock/,
  'a channel': /[`'"](UN)?LISTEN\b/,
  'a setting': /(?<=[`';]\s*)SET (?!LOCAL\b)\w+ *=/,
  'a setting by function': /set_config\([^)]*,\s*false\)/,
  'a temporary table': /CREATE TEMP(ORARY)? TABLE(?![^;`]*ON COMMIT DROP)/,
  'a cursor': /\bWITH HOLD\b/,
  'a statement that SQL prepares': /[`'"]\s*(PREPARE|DEALLOCATE|DISCARD)\b/,
}

/** By file; each has a connection of its own, and the embedded server no pooler. */
const WITH_SESSION: Record<string, string[]> = {
  'platform/backup/make-backup.ts': ['a lock of the session', 'a setting'],
  'platform/db/connections/compare-addresses.ts': ['a lock of the session'],
  'platform/db/connections/session-settings.ts': ['a setting'],
  'platform/db/embedded/service-lock.ts': ['a lock of the session'],
  'platform/db/locks/try-with-lock.ts': ['a lock of the session'],
  'platform/db/locks/with-lock.ts': ['a lock of the session'],
  'platform/db/migrate.ts': ['a setting'],
  'platform/events/outbox-signal.ts': ['a channel'],
}

function leftBehind(source: string): string[] {
  return Object.keys(LEFT_BEHIND).filter((what) => LEFT_BEHIND[what]?.test(source))
}

describe('what is left on connections that transactions share', () => {
  test('is nothing: all sources that leave something have a session of their own', () => {
    const found = sourceFiles()
      .map((path) => [path.replace(/^.*server\/src\//, ''), leftBehind(readFileSync(path, 'utf8'))] as const)
      .filter(([, kinds]) => kinds.length > 0)

    assert.deepEqual(Object.fromEntries(found), WITH_SESSION)
  })

  const cases: [string, string[]][] = [
    ["'SELECT pg_try_advisory_lock(1)'", ['a lock of the session']],
    ["'SELECT pg_try_advisory_xact_lock(1)'", []],
    ['`LISTEN news`', ['a channel']],
    ["`SET work_mem = '64MB'`", ['a setting']],
    ["`SET LOCAL work_mem = '64MB'`", []],
    ['`UPDATE people SET name = $name`', []],
    ['`UPDATE people\n  SET name = $name`', []],
    ["`SELECT set_config('lock_timeout', $timeout, false)`", ['a setting by function']],
    ["`SELECT set_config('lock_timeout', $timeout, true)`", []],
    ['`CREATE TEMPORARY TABLE staged (code text)`', ['a temporary table']],
    ['`CREATE TEMPORARY TABLE staged (code text) ON COMMIT DROP`', []],
    ['`DECLARE many CURSOR WITH HOLD FOR SELECT 1`', ['a cursor']],
    ['`PREPARE one AS SELECT 1`', ['a statement that SQL prepares']],
  ]
  for (const [source, expected] of cases) {
    test(`${expected[0] ?? 'nothing'}: ${source}`, () => {
      assert.deepEqual(leftBehind(source), expected)
    })
  }
})
