import { type Command, print } from './command.ts'

export const issueApplication: Command = {
  name: 'issue-application',
  summary: 'make application credentials for a client, or a new secret',
  usage: 'CLIENT APPLICATION [--permissions LIST] [--json]',
  help: `Makes an application for /api/v2/client and prints its secret once. For an application that exists, a new
secret takes the place of the old one; tokens that were issued stay valid until they expire.

  --permissions LIST   such as datasets:read,webhooks:*; default: everything
  --json               print as JSON`,
  flags: { permissions: { type: 'string' }, json: { type: 'boolean' } },
  words: 2,
  async run(config, { positionals: [clientId = '', id = ''], flags }) {
    const { ApplicationSettings, putApplication } = await import('#modules/auth/index.ts')
    const { newSecret } = await import('#platform/keyring.ts')
    const { refuseMistakes } = await import('./refuse-mistakes.ts')
    const secret = newSecret()
    const permissions = flags.permissions ? { permissions: String(flags.permissions).split(',') } : {}
    const settings = { id, secret, ...permissions }
    refuseMistakes(ApplicationSettings, settings)
    const { withClient } = await import('./with-client.ts')
    await withClient(config, clientId, (work, { keyring }) => putApplication(work, settings, keyring))
    const issued = { client_id: clientId, application_id: id, application_secret: secret }
    print(flags.json ? JSON.stringify(issued) : `application_secret of ${id} (shown once): ${secret}`)
  },
}
