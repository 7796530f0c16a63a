import type { Schemas } from '../schemas.ts'
import { DossierError } from './dossier-error.ts'

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
}

export function tokenSource(credentials: Credentials): TokenSource {
  let token: Token | undefined
  let fetching: Promise<Token> | undefined

  async function renew(): Promise<Token> {
    try {
      token = await fetchToken(credentials)
      return token
    } finally {
      fetching = undefined
    }
  }

  return {
    async current() {
      if (token && token.renewAt > Date.now()) return token.value
      fetching ??= renew()
      return (await fetching).value
    },
    forget(value) {
      if (token?.value === value) token = undefined
    },
  }
}

async function fetchToken({ baseUrl, clientId, applicationId, applicationSecret }: Credentials): Promise<Token> {
  const pair = [applicationId, applicationSecret].map(encodeURIComponent).join(':')
  const answer = await fetch(`${baseUrl}/api/v2/client/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(pair)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: clientId }),
  })
  const body = (await answer.json().catch(() => undefined)) as Partial<TokenAnswer> | undefined
  if (!answer.ok || body?.access_token === undefined) throw new DossierError(answer, body)
  return { value: body.access_token, renewAt: Date.now() + ((body.expires_in ?? 0) - MARGIN_SECONDS) * 1000 }
}
