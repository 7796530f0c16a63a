import type { Command } from '#commands/command.ts'

export const importDataset: Command = {
  name: 'import-dataset',
  summary: 'import a CSV file into a data set',
  usage: 'FILE --dataset ID [--client ID] [--mode MODE] [--on-error WHAT] [--dry-run] [--json]',
  help: `Imports a CSV file of values, as POST /api/v2/client/dataset_imports does, and waits until it is done. The service may
be running; readers see the old content until the new one is complete.

  --dataset ID       the data set; created if it does not exist
  --client ID        the client of the data set; required if there are several clients
  --mode MODE        replace (the default): the file becomes the whole content; merge: it is merged into the content
  --on-error WHAT    abort (the default): any error imports nothing; skip: rows with errors are skipped
  --dry-run          report what would be done, and change nothing
  --json             print the record of the import as JSON

The exit code is 0 if the file was imported, 1 if nothing was, 2 for a wrong command line, 3 if rows were skipped.`,
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
