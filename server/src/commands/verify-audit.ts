import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from '#src/config.ts'
import { type Command, print } from './command.ts'

/** More than any installation has. */
const MAX_CLIENTS = 1_000_000

export const verifyAudit: Command = {
  name: 'verify-audit',
  summary: 'check that nothing of the audit trail was changed or removed',
  usage: '[--client ID] [FILE]',
  help: `Checks the audit trail of every client in the database, or of one: that no entry is missing, that each is what
its hashes say and follows the one before it, and that the seals of the checkpoints hold. With a FILE, an export of
the trail is checked and the database is not asked; "node verify.mjs FILE" does the same without Dossier, see
docs/api/audit.md. Nothing is changed; the service may be running.

  --client   the id of a client; all of them if left out

The exit code is 0 if everything holds. It is 1 if not, and the first entry that does not hold is named.`,
  flags: { client: { type: 'string' } },
  words: 0,
  optionalWords: 1,
  async run(config, { positionals: [file], flags }) {
    if (file === undefined) return verifyDatabase(config, flags.client as string | undefined)
    if (flags.client !== undefined) throw new StartRefused('--client is about the database, and a FILE is given.')
    const { verifyFile } = await import('#modules/audit/index.ts')
    return verifyFile(file, { say: print })
  },
}

async function verifyDatabase(config: Config, only: string | undefined): Promise<number> {
  const { verifyChain } = await import('#modules/audit/index.ts')
  const { listClientIds } = await import('#modules/clients/index.ts')
  const { openDeps } = await import('#src/deps.ts')
  const deps = await openDeps(config, { isService: false })
  try {
    const all = await listClientIds(deps.db, MAX_CLIENTS)
    if (only !== undefined && !all.includes(only)) throw new StartRefused(`Client ${only} not found.`)
    const verified = []
    for (const client of only === undefined ? all : [only]) {
      try {
        verified.push(await verifyChain(deps.db, client))
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'Broken') throw error
        print(`FAILED: client ${client}, ${error.message}`)
        return 1
      }
    }
    const chains = verified.map(
      ({ client, entries, checkpoints }) => `${client} (${entries} entries, ${checkpoints} checkpoints)`,
    )
    print(`OK: ${chains.join(', ')}`)
    return 0
  } finally {
    await deps.close()
  }
}
