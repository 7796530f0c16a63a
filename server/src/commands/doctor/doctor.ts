import { type Command, print } from '#commands/command.ts'
import { StartRefused } from '#platform/start-refused.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'check that everything the service needs is there',
  usage: '[--json]',
  help: `Looks at the data folder, the database and its extensions, the file store, the mail server and the carriers of
paper, and says what is wrong and what to do. Nothing is changed. Exit code 1 when something is not fine.

  --json   print the findings as JSON`,
  flags: { json: { type: 'boolean' } },
  words: 0,
  async run(config, { flags }) {
    const { examine } = await import('./examine.ts')
    const findings = await examine(config)
    if (flags.json) print(JSON.stringify(findings, null, 2))
    else print(findings.map((one) => `${one.isFine ? 'ok  ' : 'FAIL'}  ${one.check}: ${one.detail}`).join('\n'))
    if (findings.some((one) => !one.isFine)) throw new StartRefused('Some checks failed; see above.')
  },
}
