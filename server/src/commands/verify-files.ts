import type { Verified } from '#platform/blobs/verify-blobs.ts'
import { type Command, print } from './command.ts'
import { openProgressBar } from './progress-bar.ts'

export const verifyFiles: Command = {
  name: 'verify-files',
  summary: 'check every stored file and report damaged and missing ones',
  usage: '[--json]',
  help: `Reads every file of the file store and verifies its content; then checks that every file exists that a document,
an upload or an import refers to. Nothing is changed; the service may be running.

  --json   print the findings as JSON

The exit code is 0 if every file is intact, and 1 if one is damaged or missing.`,
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
