/** Two clients, so that every test can look for what leaks from one to the other. */
export const testSetup = {
  clients: [
    {
      id: 'acme',
      name: 'Acme',
      languages: ['en-us', 'fr-fr', 'de-de'],
      shared_token: 'acme-shared-token',
      applications: [
        { id: 'payroll', secret: 'payroll-secret' },
        { id: 'reader', secret: 'reader-secret', permissions: ['datasets:read'] },
      ],
      api_keys: [{ name: 'main', key: 'acme-api-key' }],
    },
    {
      id: 'globex',
      name: 'Globex',
      languages: ['en-us'],
      shared_token: 'globex-shared-token',
      applications: [{ id: 'rival', secret: 'rival-secret' }],
      api_keys: [{ name: 'main', key: 'globex-api-key' }],
    },
  ],
}

/** A file takes only long API keys; tests within one process use shorter ones. */
export const keyInFile = (key: string) => `${key}-in-a-file`

/** The same as a file. */
export const setupInFile = {
  clients: testSetup.clients.map(({ api_keys, ...client }) => ({
    ...client,
    api_keys: api_keys.map(({ name, key }) => ({ name, key: keyInFile(key) })),
  })),
}
