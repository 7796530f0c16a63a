import type { TokenSource } from './token-source.ts'
import type { Transport } from './transport.ts'

/** Sends calls with an access token; one whose token turns out to be revoked or expired is sent once more. */
export function authorizedFetch(tokens: TokenSource, { send }: Transport): (request: Request) => Promise<Response> {
  return (request) => {
    // A body can be sent only once.
    const copies = [request.clone(), request]
    return sendAuthorized(tokens, (token) => send(withToken(copies.shift() ?? request, token)))
  }
}

/** Sends something with an access token, and once more when the token is refused, if it can be sent again. */
export async function sendAuthorized(
  tokens: TokenSource,
  send: (token: string) => Promise<Response>,
  { isRepeatable = true }: { isRepeatable?: boolean } = {},
): Promise<Response> {
  const token = await tokens.current()
  const answer = await send(token)
  if (!isTokenRefused(answer)) return answer
  tokens.forget(token)
  if (!isRepeatable) return answer
  const another = await tokens.current()
  await answer.body?.cancel()
  return send(another)
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`)
  return request
}

function isTokenRefused({ status, headers }: Response): boolean {
  return status === 401 && /error="invalid_token"/.test(headers.get('www-authenticate') ?? '')
}
