import { isSame, type Keyring } from '#platform/crypto/keyring.ts'
import type { Position } from '#platform/db/lists/keyset-page.ts'
import { malformed } from '#platform/problem.ts'

export type Cursors = {
  /** `scope` is everything that must be the same when the cursor comes back: tenant, list, sort, filters. */
  write(scope: string[], position: Position): string
  read(scope: string[], cursor: string | undefined): Position | undefined
}

export function openCursors(keyring: Keyring): Cursors {
  return {
    write(scope, { before, key }) {
      const content = JSON.stringify([before ? 1 : 0, ...key])
      return Buffer.concat([keyring.sign(...scope, content), Buffer.from(content)]).toString('base64url')
    },
    read(scope, cursor) {
      if (cursor === undefined) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      const content = bytes.subarray(16).toString('utf8')
      const isOurs =
        bytes.toString('base64url') === cursor && isSame(bytes.subarray(0, 16), keyring.sign(...scope, content))
      if (!isOurs) throw malformed('cursor: This is not a valid cursor for this list.', [badCursor])
      const [before, ...key] = JSON.parse(content) as [number, ...string[]]
      return { before: before === 1, key }
    },
  }
}

const badCursor = { field: 'cursor', code: 'invalid', message: 'This is not a valid cursor for this list.' }
