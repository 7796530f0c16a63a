import type { Client, Work } from '#kernel/work.ts'
import { takeLock, takeSharedLock } from '#platform/db/locks/advisory-lock.ts'

/**
 * Organizations, custom fields and roles stay as they are until the transaction ends. Operations that write people do this
 * before anything else, so that what they refer to is there and lies where it lay.
 */
export function lockDirectoryShared({ tx, client }: Work): Promise<void> {
  return takeSharedLock(tx, nameOf(client.id))
}

/** Locks people, and what they refer to, against other writers until the transaction ends. */
export function lockDirectory({ tx, client }: Work): Promise<void> {
  return takeLock(tx, nameOf(client.id))
}

/** What `holdDirectory` shares, for those who share other turns as well. */
export function directoryLockName(client: Client): string {
  return nameOf(client.id)
}

function nameOf(clientId: string): string {
  return `directory of client ${clientId}`
}
