import { StartRefused } from '#platform/start-refused.ts'
import { type Command, print } from './command.ts'

export const issueKey: Command = {
  name: 'issue-key',
  summary: 'create an API key for a client, or replace one',
  usage: 'CLIENT NAME [--allow RANGES] [--expires DATE] [--reissue] [--json]',
  help: `Creates an API key for /api/v1 and /api, and prints it once. A key with the same name is replaced, and a set-up
file does not restore the old one. A revoked key is refused.

  --allow RANGES   addresses or CIDR ranges, separated by commas, from which the key is accepted
  --expires DATE   when the key expires, such as 2030-01-31T00:00:00+00:00
  --reissue        even if it was revoked
  --json           print as JSON`,
  flags: {
    allow: { type: 'string' },
    expires: { type: 'string' },
    reissue: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  words: 2,
  async run(config, { positionals: [clientId = '', name = ''], flags }) {
    const { ApiKeySettings, issueApiKey } = await import('#modules/auth/index.ts')
    const { newSecret } = await import('#platform/crypto/keyring.ts')
    const { refuseMistakes } = await import('./refuse-mistakes.ts')
    const key = newSecret()
    const settings = {
      name,
      key,
      ...(flags.allow ? { allowed_addresses: String(flags.allow).split(',') } : {}),
      ...(flags.expires ? { expires_at: String(flags.expires) } : {}),
    }
    refuseMistakes(ApiKeySettings, settings)
    const { withClient } = await import('./with-client.ts')
    const options = { reissue: flags.reissue === true }
    const { left } = await withClient(config, clientId, (work, { keyring }) =>
      issueApiKey(work, settings, keyring, options),
    )
    if (left) throw new StartRefused(`API key ${name}: ${left}`)
    print(flags.json ? JSON.stringify({ client_id: clientId, name, key }) : `API key ${name} (shown once): ${key}`)
  },
}
