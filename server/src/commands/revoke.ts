import { StartRefused } from '#platform/start-refused.ts'
import { type Command, print } from './command.ts'

export const revoke: Command = {
  name: 'revoke',
  summary: 'revoke an application or an API key',
  usage: 'CLIENT application|key NAME',
  help: `Revokes the credentials; running services refuse them within 30 seconds. The access tokens of an application
are revoked with it. A set-up file does not restore them. To issue the same name again, use --reissue of apply,
issue-application or issue-key.`,
  flags: {},
  words: 3,
  async run(config, { positionals: [clientId = '', kind = '', name = ''] }) {
    const { revokeApiKey, revokeApplication } = await import('#modules/auth/index.ts')
    const end = { application: revokeApplication, key: revokeApiKey }[kind]
    if (!end) throw new StartRefused(`What is revoked is an application or a key, not "${kind}".`)
    const { withClient } = await import('./with-client.ts')
    await withClient(config, clientId, (work) => end(work, name))
    print(`Revoked ${kind} ${name}.`)
  },
}
