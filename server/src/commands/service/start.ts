import type { Command } from '#commands/command.ts'
import { keepCompiledModules } from './keep-compiled-modules.ts'
import { sayStep } from './steps.ts'
import { untilStopped } from './until-stopped.ts'

export const start: Command = {
  name: 'start',
  summary: 'run the service',
  usage: '',
  help: `Starts the service with the settings of the environment: an embedded PostgreSQL in DATA_DIR unless
DATABASE_URL names another, the APIs, the portal and the jobs. Ctrl-C or SIGTERM stops it cleanly.
An empty database gets a demo client if the service listens on loopback; its credentials are printed once.
All settings: docs/operations/settings.md`,
  flags: {},
  words: 0,
  isService: true,
  async run(config) {
    // From the first moment on: a stop that is asked for during the start is a clean one too.
    const stopped = untilStopped()
    sayStep('Starting Dossier …')
    await keepCompiledModules(config.DATA_DIR)
    const { runService } = await import('./run-service.ts')
    await runService(config, stopped)
  },
}
