import { type Command, print } from '#commands/command.ts'
import { openProgressBar } from '#commands/progress-bar.ts'
import type { KeyChangeReport } from './change-key.ts'

export const rotateKey: Command = {
  name: 'rotate-key',
  summary: 'bring everything under a new SECRET_KEY',
  usage: '[--json]',
  help: `Encrypts every stored text and file under SECRET_KEY that lies under SECRET_KEY_ACCEPTED. The service may be
running. The command may be stopped and started again: it passes over what is done. When a last look through everything
has found nothing under the key before, and no process that writes under it, the key before may be dropped.

  1. Restart every process with SECRET_KEY=OLD and SECRET_KEY_ACCEPTED=NEW.
  2. Restart every process with SECRET_KEY=NEW and SECRET_KEY_ACCEPTED=OLD.
  3. Run this command with the settings of step 2.
  4. Restart every process without SECRET_KEY_ACCEPTED.

A service of one process needs no step 1. Tokens, API keys, sessions and links stay valid: docs/operations/keys.md

  --json   print the outcome as JSON

The exit code is 1 if a file is damaged or a text cannot be read with any key; they stay as they are.`,
  flags: { json: { type: 'boolean' } },
  words: 0,
  async run(config, { flags }) {
    const { changeKey } = await import('./change-key.ts')
    const { tryWithLock } = await import('#platform/db/locks/try-with-lock.ts')
    const { StartRefused } = await import('#platform/start-refused.ts')
    const { openDeps } = await import('#src/deps.ts')
    const deps = await openDeps(config, { isService: false })
    try {
      const bar = openProgressBar()
      const say = (line: string) => {
        bar.close()
        if (!flags.json) print(line)
      }
      const outcome = await tryWithLock(deps.directAddress, 'change of the SECRET_KEY', async () => ({
        report: await changeKey(deps, { say, count: bar.count }),
      }))
      if (!outcome) throw new StartRefused('Another rotate-key is running on this database.')
      bar.close()
      print(flags.json ? JSON.stringify(outcome.report ?? null, null, 2) : describe(outcome.report))
      return outcome.report && isFaulty(outcome.report) ? 1 : 0
    } finally {
      await deps.close()
    }
  },
}

function isFaulty({ texts, files }: KeyChangeReport): boolean {
  return texts.unreadable > 0 || files.damaged.length > 0
}

function describe(report: KeyChangeReport | undefined): string {
  if (!report) return 'Everything lies under SECRET_KEY already.'
  const { texts, files } = report
  const lines = files.damaged.map((key) => `damaged  ${key}`)
  if (texts.unreadable > 0) lines.push(`${texts.unreadable} texts cannot be read with any of the keys.`)
  return [
    ...lines,
    `${texts.seen} texts and ${files.seen} files looked through: none lies under the key before, which may be dropped.`,
  ].join('\n')
}
