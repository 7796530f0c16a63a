import { type Command, print } from './command.ts'

export const apply: Command = {
  name: 'apply',
  summary: 'make the database match a set-up file',
  usage: 'FILE [--reissue] [--json]',
  help: `Reads a set-up file (YAML or JSON) and creates or updates what it names: clients, applications, API keys,
data sets and forms. Nothing is ever deleted. Secrets that the file leaves out are made and printed once.
Applying a file twice changes nothing the second time. A service that runs on the same data sees the change.
What was revoked, replaced or deleted since stays so, and is named in a line.

  --reissue   issue again, or bring back, what was revoked and is in the file
  --json      print what changed as JSON`,
  flags: { reissue: { type: 'boolean' }, json: { type: 'boolean' } },
  words: 1,
  async run(config, { positionals: [path = ''], flags }) {
    const { reportSetup } = await import('#modules/setup/index.ts')
    const { applySetup, readSetupFile } = await import('#src/setup.ts')
    const { openDeps } = await import('#src/deps.ts')
    const file = await readSetupFile(path)
    const deps = await openDeps(config, { isService: false })
    try {
      const applied = await applySetup(deps, file, { reissue: flags.reissue === true })
      print(flags.json ? JSON.stringify(applied, null, 2) : reportSetup(applied))
    } finally {
      await deps.close()
    }
  },
}
