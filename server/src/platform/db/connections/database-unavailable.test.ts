import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asUnavailable, DatabaseUnavailable } from './database-unavailable.ts'

const failure = (message: string, facts: object = {}) => Object.assign(new Error(message), facts)
const isUnavailable = (error: Error) => asUnavailable(error) instanceof DatabaseUnavailable

const UNAVAILABLE: Record<string, object> = {
  'connect ECONNREFUSED 127.0.0.1:5432': { code: 'ECONNREFUSED', syscall: 'connect' },
  'read ECONNRESET': { code: 'ECONNRESET', syscall: 'read' },
  'write EPIPE': { code: 'EPIPE', syscall: 'write' },
  'getaddrinfo EAI_AGAIN db': { code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
  'Connection terminated unexpectedly': {},
  'Connection terminated due to connection timeout': {},
  'Client has encountered a connection error and is not queryable': {},
  'timeout exceeded when trying to connect': {},
  'Query read timeout': {},
  'terminating connection due to administrator command': { severity: 'FATAL', code: '57P01' },
  'die Verbindung wird wegen eines Absturzes abgebrochen': { severity: 'ACHTUNG', code: '57P02' },
  'the database system is starting up': { severity: 'FATAL', code: '57P03' },
  'connection failure': { severity: 'ERROR', code: '08006' },
  'cannot execute INSERT in a read-only transaction': { severity: 'ERROR', code: '25006' },
  'server login has been failing, cached error: connect failed (server_login_retry)': {
    severity: 'FATAL',
    code: '08P01',
  },
  query_wait_timeout: { severity: 'FATAL', code: '08P01' },
  'sorry, too many clients already': { severity: 'FATAL', code: '53300' },
}

const OTHERS: Record<string, object> = {
  'division by zero': { severity: 'ERROR', code: '22012' },
  'deadlock detected': { severity: 'ERROR', code: '40P01' },
  'could not obtain lock on row': { severity: 'ERROR', code: '55P03' },
  'canceling statement due to user request': { severity: 'ERROR', code: '57014' },
  'bind message supplies 1 parameters, but prepared statement requires 2': { severity: 'ERROR', code: '08P01' },
  'Converting circular structure to JSON': {},
}

describe('a failure on a connection', () => {
  for (const [message, facts] of Object.entries(UNAVAILABLE)) {
    test(`says that the database is unavailable: ${message}`, () => {
      const error = failure(message, facts)

      const judged = asUnavailable(error) as DatabaseUnavailable

      assert.ok(judged instanceof DatabaseUnavailable)
      assert.deepEqual([judged.message, judged.code, judged.cause], [message, (facts as { code?: string }).code, error])
      assert.equal(asUnavailable(judged), judged)
    })
  }

  for (const [message, facts] of Object.entries(OTHERS)) {
    test(`is one of the statement: ${message}`, () => {
      assert.equal(isUnavailable(failure(message, facts)), false)
    })
  }
})
