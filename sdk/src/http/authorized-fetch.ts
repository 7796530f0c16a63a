import type { TokenSource } from './token-source.ts'
import type { Transport } from './transport.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Sends calls with an access token; one whose token turns out to be revoked or expired is sent once more. */
export function authorizedFetch(
  tokens: TokenSource,
  { send, signal }: Transport,
): (request: Request) => Promise<Response> {
  return (request) => {
    // A body can be sent only once.
    const copies = [request.clone(), request]
    const sendWith = (token: string) => send(withToken(copies.shift() ?? request, token))
    return sendAuthorized(tokens, sendWith, { signals: [request.signal, signal] })
  }
}

type Sending = {
  isRepeatable?: boolean
  /** End the wait for a token; its fetch goes on, since other calls may wait for it. */
  signals?: (AbortSignal | undefined)[]
}

/** Sends something with an access token, and once more when the token is refused, if it can be sent again. */
export async function sendAuthorized(
  tokens: TokenSource,
  send: (token: string) => Promise<Response>,
  { isRepeatable = true, signals = [] }: Sending = {},
): Promise<Response> {
  const token = await unlessAborted(tokens.current(), signals)
  const answer = await send(token)
  if (!isTokenRefused(answer)) return answer
  tokens.forget(token)
  if (!isRepeatable) return answer
  await answer.body?.cancel()
  return send(await unlessAborted(tokens.current(), signals))
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`)
  return request
}

function isTokenRefused({ status, headers }: Response): boolean {
  return status === 401 && /error="invalid_token"/.test(headers.get('www-authenticate') ?? '')
}
