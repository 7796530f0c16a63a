import type { Schemas } from '../schemas.ts'
import { DossierError } from './dossier-error.ts'
import type { Transport } from './transport.ts'

type Credentials = { baseUrl: string; clientId: string; applicationId: string; applicationSecret: string }
type TokenAnswer = Schemas['AccessToken']
type Token = { value: string; renewAt: number }

/** A token is renewed a little before it ends, so that it does not end on its way. */
const MARGIN_SECONDS = 60

export type TokenSource = {
  /** A token that is still good; calls at the same time share one fetch. */
  current(): Promise<string>
  /** Not to be used again; nothing happens when it was replaced already. */
  forget(value: string): void
  /** Revokes the token in use, if there is one; the next call fetches another. */
  revoke(): Promise<void>
}

/** The transport must not end with one call: several may wait for the same token. */
export function tokenSource(credentials: Credentials, transport: Transport): TokenSource {
  let token: Token | undefined
  let fetching: Promise<Token> | undefined

  async function renew(): Promise<Token> {
    try {
      token = await fetchToken(credentials, transport)
      return token
    } finally {
      fetching = undefined
    }
  }

  function forget(value: string): void {
    if (token?.value === value) token = undefined
  }

  return {
    async current() {
      if (token && token.renewAt > Date.now()) return token.value
      fetching ??= renew()
      return (await fetching).value
    },
    forget,
    async revoke() {
      if (!token) return
      const { value } = token
      forget(value)
      await callWithCredentials(credentials, transport, { path: 'revoke_token', form: { token: value } })
    },
  }
}

async function fetchToken(credentials: Credentials, transport: Transport): Promise<Token> {
  const form = { grant_type: 'client_credentials', scope: 'client', client_id: credentials.clientId }
  const { answer, body } = await callWithCredentials(credentials, transport, { path: 'tokens', form })
  const { access_token, expires_in = 0 } = (body ?? {}) as Partial<TokenAnswer>
  if (access_token === undefined) throw new DossierError(answer, body)
  return { value: access_token, renewAt: Date.now() + (expires_in - MARGIN_SECONDS) * 1000 }
}

async function callWithCredentials(
  { baseUrl, applicationId, applicationSecret }: Credentials,
  { send }: Transport,
  { path, form }: { path: string; form: Record<string, string> },
): Promise<{ answer: Response; body: unknown }> {
  const pair = [applicationId, applicationSecret].map(encodeURIComponent).join(':')
  const request = new Request(`${baseUrl}/api/v2/client/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(pair)}` },
    body: new URLSearchParams(form),
  })
  const answer = await send(request)
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw new DossierError(answer, body)
  return { answer, body }
}
