/** PostgreSQL's own code for it. */
export const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Thrown by an operation that finds a lock taken for which it does not wait with a connection in hand. `unitOfWork`
 * gives the connection back and runs the operation again.
 */
export class LockNotAvailable extends Error {
  readonly code = LOCK_NOT_AVAILABLE
}
