import type { FastifyRequest } from 'fastify'
import type { Caller, DoWork } from '#kernel/work.ts'
import type { Callers } from '#platform/http/callers.ts'
import type { IdempotentCall } from '#platform/http/idempotency/idempotent-call.ts'
import type { Methods } from '#platform/http/methods.ts'
import { readFromReplica } from '#platform/http/read-from-replica.ts'
import type { Http } from '#platform/http/routes.ts'
import * as platform from '#platform/http/server.ts'

/** What the server asks about callers, answered for the product's. */
const callers: Callers<Caller> = {
  callerOf: (request) => request.caller,
  isProgram: (request) => request.caller?.actor.type === 'application',
  credentialsOf: (request) => request.routeOptions.config.allow ?? [],
}

export type ServerOptions = Omit<platform.ServerOptions<Caller>, 'callers'> & {
  doWork: DoWork
  /** Whether the database has a replica that calls may read from. */
  hasReplica?: boolean
}

/** A server whose requests know their caller, the person who is logged in, and how to open a work. */
export function createServer({ doWork, hasReplica = false, ...options }: ServerOptions): {
  app: Http
  methods: Methods
} {
  const server = platform.createServer({ ...options, callers })
  decorateRequests(server.app, doWork)
  if (hasReplica) readFromReplica(server.app, callers)
  return server
}

function decorateRequests(app: Http, doWork: DoWork): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('permissions')
  app.decorateRequest('person', undefined)
  app.decorateRequest('sessionHash')
  app.decorateRequest('work', function work(this: FastifyRequest, operation, options) {
    if (!this.caller) throw new Error('This route has no caller; it cannot change anything.')
    // It was opened for the caller that `callers` answered with.
    const idempotent = this.idempotent as IdempotentCall<Caller> | undefined
    if (idempotent && !options?.isPreparation) return idempotent.work(operation, options)
    return doWork(this.caller, operation, options)
  })
}
