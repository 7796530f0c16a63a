import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './generated/v2.ts'
import { tokenSource } from './token-source.ts'

export type DossierOptions = {
  /** Where the service is, such as https://dossier.example.com. */
  baseUrl: string
  clientId: string
  applicationId: string
  applicationSecret: string
}

/** The v2 client API with typed paths, bodies and answers. Access tokens are fetched and renewed by themselves. */
export function createDossier(options: DossierOptions): Client<paths> {
  const client = createClient<paths>({ baseUrl: options.baseUrl })
  const tokens = tokenSource(options)
  client.use({
    async onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${await tokens.current()}`)
      return request
    },
    async onResponse({ response }) {
      // A token that was revoked is not used again.
      if (response.status === 401) tokens.forget()
      return response
    },
  })
  return client
}
