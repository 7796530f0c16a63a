import { type Command, print } from '#commands/command.ts'
import { StartRefused } from '#platform/start-refused.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'check the database, the file store and everything else the service needs',
  usage: '[--json]',
  help: `Checks the data folder, the database and its extensions, the file store, the virus scanner, the mail server, the
print carriers and the callback addresses of clients, and says how to fix what is wrong. Nothing is changed. The
exit code is 1 if a check fails.

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
