import type pg from 'pg'

/** How soon PostgreSQL notices, in the middle of a statement or a wait for a lock, that our process is gone. */
const PEER_CHECK = '2s'

/**
 * Between two statements PostgreSQL notices a closed connection by itself; one whose machine has vanished it finds with
 * these. No work leaves a transaction idle for minutes. Statements have no limit: those of an import or of an index
 * may take long, and one whose process has died ends with `PEER_CHECK`.
 */
const IDLE_CONNECTIONS = `
  SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6;
  SET idle_in_transaction_session_timeout = '5min'`

/**
 * Asks PostgreSQL to end what a dead process has begun: its backends would hold their locks and count against
 * `max_connections` until their statements end. Sent ahead of the first statement on a pipelining connection, and
 * not waited for; a server that refuses a setting, or cannot keep it on its platform, works without.
 */
export function applySessionSettings(connection: pg.ClientBase): void {
  for (const text of [`SET client_connection_check_interval = '${PEER_CHECK}'`, IDLE_CONNECTIONS]) {
    connection.query(text).catch(() => {})
  }
}
