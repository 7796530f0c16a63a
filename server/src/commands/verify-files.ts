import type { Verified } from '#platform/blobs/verify-blobs.ts'
import { type Command, print } from './command.ts'
import { openProgressBar } from './progress-bar.ts'

export const verifyFiles: Command = {
  name: 'verify-files',
  summary: 'read every stored file and say which are damaged or missing',
  usage: '[--json]',
  help: `Reads every file of the file store to its end and checks that it is, byte for byte, what was stored; then looks
for every file that a document, an upload or an import names. Nothing is changed; a service may run meanwhile.

  --json   print what was found as JSON

Exit code 0 when every file is whole, 1 when one is damaged or missing.`,
  flags: { json: { type: 'boolean' } },
  words: 0,
  async run(config, { flags }) {
    const { verifyBlobs } = await import('#platform/blobs/verify-blobs.ts')
    const { openDeps } = await import('#src/deps.ts')
    const { BLOB_NAMES } = await import('#src/worker.ts')
    const deps = await openDeps(config, { isService: false })
    try {
      const bar = openProgressBar()
      const verified = await verifyBlobs({ ...deps, names: BLOB_NAMES }, bar.count)
      bar.close()
      print(flags.json ? JSON.stringify(verified, null, 2) : describe(verified))
      return verified.faults.length === 0 ? 0 : 1
    } finally {
      await deps.close()
    }
  },
}

function describe({ files, bytes, faults }: Verified): string {
  const counted = `${files} ${files === 1 ? 'file' : 'files'}, ${bytes} bytes`
  if (faults.length === 0) return `${counted}: all are whole.`
  const lines = faults.map(({ key, fault, holders }) => `${fault}  ${key}  ${holders.join(', ') || 'named by nothing'}`)
  return [...lines, `${counted}: ${faults.length} damaged or missing.`].join('\n')
}
