import type { FastifyReply } from 'fastify'
import { isSame, type Keyring } from '#platform/crypto/keyring.ts'
import type { KeysetPage, Position } from '#platform/db/lists/keyset-page.ts'
import type { Tenant } from '#platform/db/work.ts'
import { malformed } from '#platform/problem.ts'

export type Cursors = {
  /** `scope` is everything that must be the same when the cursor comes back: tenant, list, sort, filters. */
  write(scope: string[], position: Position): string
  read(scope: string[], cursor: string | undefined): Position | undefined
}

/** A cursor belongs to one tenant's list in one order and with the same filters, in whatever order they were sent. */
export function listScope(tenant: Tenant, list: string, shape: (string | undefined)[]): string[] {
  return [tenant.id, list, JSON.stringify(shape)]
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

/** Writes the `Next-Cursor` and `Previous-Cursor` headers of a page. */
export function writeCursors(
  reply: FastifyReply,
  cursors: Cursors,
  scope: string[],
  { previous, next }: Pick<KeysetPage<unknown>, 'previous' | 'next'>,
): void {
  if (next) reply.header('next-cursor', cursors.write(scope, next))
  if (previous) reply.header('previous-cursor', cursors.write(scope, previous))
}

const badCursor = { field: 'cursor', code: 'invalid', message: 'This is not a valid cursor for this list.' }
