import { StartRefused } from '#platform/start-refused.ts'
import { type Command, print } from './command.ts'

export const issueApplication: Command = {
  name: 'issue-application',
  summary: 'create an application for a client, or a new secret for one',
  usage: 'CLIENT APPLICATION [--permissions LIST] [--reissue] [--json]',
  help: `Creates an application for /api/v2/client and prints its secret once. The secret of an existing application is
replaced, and a set-up file does not restore the old one; issued tokens stay valid until they expire. A revoked
application is refused.

  --permissions LIST   such as datasets:read,webhooks:*; default: everything
  --reissue            even if it was revoked
  --json               print as JSON`,
  flags: { permissions: { type: 'string' }, reissue: { type: 'boolean' }, json: { type: 'boolean' } },
  words: 2,
  async run(config, { positionals: [clientId = '', id = ''], flags }) {
    const { ApplicationSettings, issueApplication: issue } = await import('#modules/auth/index.ts')
    const { newSecret } = await import('#platform/crypto/keyring.ts')
    const { refuseMistakes } = await import('./refuse-mistakes.ts')
    const secret = newSecret()
    const permissions = flags.permissions ? { permissions: String(flags.permissions).split(',') } : {}
    const settings = { id, secret, ...permissions }
    refuseMistakes(ApplicationSettings, settings)
    const { withClient } = await import('./with-client.ts')
    const options = { reissue: flags.reissue === true }
    const { left } = await withClient(config, clientId, (work, { keyring }) => issue(work, settings, keyring, options))
    if (left) throw new StartRefused(`application ${id}: ${left}`)
    const issued = { client_id: clientId, application_id: id, application_secret: secret }
    print(flags.json ? JSON.stringify(issued) : `application_secret of ${id} (shown once): ${secret}`)
  },
}
