import { reading } from '#platform/db/replica/reading.ts'
import type { WorkCaller } from '#platform/db/work.ts'
import type { Callers } from './callers.ts'
import type { Http } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a GET that writes, such as one that is counted: a replica would only be asked in vain. */
    readsFromPrimary?: boolean
  }
}

const READS = ['GET', 'HEAD']

/**
 * What a call reads that changes nothing may come from a replica. By now its credentials were checked, on the primary; a
 * route that checks them itself, or needs none, reads there.
 */
export function readFromReplica<Caller extends WorkCaller>(app: Http, callers: Callers<Caller>): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const mayBeOld = READS.includes(request.method) && !request.routeOptions.config.readsFromPrimary
    if (mayBeOld && callers.callerOf(request)) reading(done)
    else done()
  })
}
