import { StartRefused } from '#platform/start-refused.ts'
import { type Command, print } from './command.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'show the log-ins of the demo again',
  usage: '[--json]',
  help: `Shows the log-ins of the demo with their passwords, whether the service is running or not.
Works only for the demo that the first start creates in an empty database. A password that was changed
since cannot be shown.

  --json   print as JSON`,
  flags: { json: { type: 'boolean' } },
  words: 0,
  async run(config, { flags }) {
    const { openDeps } = await import('#src/deps.ts')
    const { demoPassword, listDemoLogIns } = await import('#modules/auth/index.ts')
    const { isPassword } = await import('#platform/crypto/password.ts')
    const { logInLines } = await import('./log-in-lines.ts')
    const deps = await openDeps(config, { isService: false })
    try {
      const logIns = await listDemoLogIns(deps.db)
      if (logIns.length === 0) throw new StartRefused('This database does not hold the demo.')
      const shown = await Promise.all(
        logIns.map(async ({ kind, technical_id, email, password_hash }) => {
          const password = demoPassword(deps.keyring, technical_id)
          const isValid = password_hash !== null && (await isPassword(password, password_hash))
          return { kind, email: email ?? '', password: isValid ? password : null }
        }),
      )
      if (flags.json) return print(JSON.stringify(shown))
      const people = shown.map(({ kind, email, password }) => [kind, { email, password: password ?? '(changed)' }])
      print(`Log-ins of the demo:\n\n${logInLines(Object.fromEntries(people))}`)
    } finally {
      await deps.close()
    }
  },
}
