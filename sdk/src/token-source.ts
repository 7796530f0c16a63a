type Options = { baseUrl: string; clientId: string; applicationId: string; applicationSecret: string }
type TokenAnswer = { access_token: string; expires_in: number; error?: string; error_description?: string }
type Token = { value: string; renewAt: number }

/** A token is renewed a little before it ends, so that it does not end on its way. */
const MARGIN_SECONDS = 60

/** Fetches an access token when there is none that is still good; calls at the same time share one fetch. */
export function tokenSource(options: Options) {
  let token: Promise<Token> | undefined
  return {
    async current(): Promise<string> {
      const known = await token?.catch(() => undefined)
      if (known && known.renewAt > Date.now()) return known.value
      token = fetchToken(options)
      return (await token).value
    },
    forget(): void {
      token = undefined
    },
  }
}

async function fetchToken({ baseUrl, clientId, applicationId, applicationSecret }: Options): Promise<Token> {
  const credentials = [applicationId, applicationSecret].map(encodeURIComponent).join(':')
  const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}/api/v2/client/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(credentials)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: clientId }),
  })
  const body = (await answer.json()) as TokenAnswer
  if (!answer.ok) throw new Error(`No access token: ${body.error} (${body.error_description})`)
  return { value: body.access_token, renewAt: Date.now() + (body.expires_in - MARGIN_SECONDS) * 1000 }
}
