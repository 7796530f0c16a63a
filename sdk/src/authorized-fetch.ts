import type { TokenSource } from './token-source.ts'

/** Sends calls with an access token; one whose token turns out to be revoked or expired is sent once more. */
export function authorizedFetch(tokens: TokenSource): (request: Request) => Promise<Response> {
  return async (request) => {
    const token = await tokens.current()
    // A body can be sent only once.
    const answer = await fetch(withToken(request.clone(), token))
    if (!isTokenRefused(answer)) return answer
    tokens.forget(token)
    const another = await tokens.current()
    await answer.body?.cancel()
    return fetch(withToken(request, another))
  }
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`)
  return request
}

function isTokenRefused({ status, headers }: Response): boolean {
  return status === 401 && /error="invalid_token"/.test(headers.get('www-authenticate') ?? '')
}
