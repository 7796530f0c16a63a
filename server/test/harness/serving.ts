import { startWorker } from '#src/worker.ts'
import { type AppOptions, startApp } from './app.ts'

type ServingOptions = Omit<AppOptions, 'isWorker'> & {
  /** Where it listens unless something else does; any free port otherwise. */
  port?: number
}

/** The whole service with everything that goes on by itself, on a port of its own. */
export async function startServing({ port = 0, ...options }: ServingOptions = {}) {
  const service = await startApp({ ...options, isWorker: true })
  const stopWorking = await startWorker(service)
  const host = '127.0.0.1'
  const url = await service.app.listen({ port, host }).catch(() => service.app.listen({ port: 0, host }))
  service.beforeClose(stopWorking)
  // Clients may hold connections open on which they asked nothing yet.
  service.beforeClose(async () => service.app.server.closeAllConnections())
  return { ...service, url }
}
