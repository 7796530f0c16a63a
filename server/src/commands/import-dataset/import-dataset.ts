import type { Command } from '#commands/command.ts'

export const importDataset: Command = {
  name: 'import-dataset',
  summary: 'import a CSV file into a data set',
  usage: 'FILE --dataset ID [--client ID] [--mode MODE] [--on-error WHAT] [--dry-run] [--json]',
  help: `Imports a CSV file of values, as POST /api/v2/client/dataset_imports does, and waits for its end. A service may run
on the same data meanwhile; its readers see the old content until the new one is complete.

  --dataset ID       the data set; one that does not exist is made
  --client ID        whose data set it is; needed when there are several clients
  --mode MODE        replace (the default): the file becomes the whole content; merge: it is added to the content
  --on-error WHAT    abort (the default): any error imports nothing; skip: rows that are wrong are left out
  --dry-run          say what would be done, and do nothing
  --json             print the record of the import as JSON

Exit code 0 when the file was imported, 1 when nothing was, 2 for a mistake in the command, 3 when rows were left out.`,
  flags: {
    dataset: { type: 'string' },
    client: { type: 'string' },
    mode: { type: 'string' },
    'on-error': { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  needs: ['dataset'],
  words: 1,
  async run(config, given) {
    const { importFile } = await import('./import-file.ts')
    return importFile(config, given)
  },
}
