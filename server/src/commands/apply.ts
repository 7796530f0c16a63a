import { type Command, print } from './command.ts'

export const apply: Command = {
  name: 'apply',
  summary: 'make the database match a set-up file',
  usage: 'FILE [--reissue] [--json]',
  help: `Reads a set-up file (YAML or JSON) and creates or updates what it declares: clients, credentials, people,
document types, data sets, forms and so on. Nothing is ever deleted. Missing secrets are generated and printed
once. Applying a file a second time changes nothing. A running service on the same data sees the changes.
Credentials and people that were revoked, replaced or deleted since stay so, and are reported.

  --reissue   issue or restore what the file declares and was revoked since
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
