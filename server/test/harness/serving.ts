import { startWorker } from '#src/worker.ts'
import { type AppOptions, startApp } from './app.ts'

/** The whole service with everything that goes on by itself, on a port of its own. */
export async function startServing(options: Omit<AppOptions, 'isWorker'> = {}) {
  const service = await startApp({ ...options, isWorker: true })
  const stopWorking = await startWorker(service)
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  service.beforeClose(stopWorking)
  // Clients may hold connections open on which they asked nothing yet.
  service.beforeClose(async () => service.app.server.closeAllConnections())
  return { ...service, url }
}
