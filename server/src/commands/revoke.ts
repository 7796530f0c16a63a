import { StartRefused } from '#platform/start-refused.ts'
import { type Command, print } from './command.ts'

export const revoke: Command = {
  name: 'revoke',
  summary: 'end an application or an API key',
  usage: 'CLIENT application|key NAME',
  help: `Ends the credentials at once; running services see it within 30 seconds. The access tokens of an application
end with it. A set-up file does not bring them back. To issue the same name again takes --reissue, with apply,
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
