import { isSame, type Keyring } from '#platform/crypto/keyring.ts'
import type { Client } from '#platform/db/work.ts'
import { malformed } from '#platform/problem.ts'

/** Where a page starts: the sort key of the item next to it, and whether the page lies before or after that item. */
export type Position = { before: boolean; key: string[] }

export type Cursors = {
  /** `scope` is everything that must be the same when the cursor comes back: client, list, sort, filters. */
  write(scope: string[], position: Position): string
  read(scope: string[], cursor: string | undefined): Position | undefined
}

/** A cursor belongs to one client's list in one order and with the same filters, in whatever order they were sent. */
export function listScope(client: Client, list: string, shape: (string | undefined)[]): string[] {
  return [client.id, list, JSON.stringify(shape)]
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
      if (!isOurs) throw malformed('cursor: This is no cursor of this list.', [badCursor])
      const [before, ...key] = JSON.parse(content) as [number, ...string[]]
      return { before: before === 1, key }
    },
  }
}

const badCursor = { field: 'cursor', code: 'invalid', message: 'This is no cursor of this list.' }
