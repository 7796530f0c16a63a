type Body = Record<string, unknown> | FormData

export type PortalCall = <Answer>(method: string, path: string, body?: Body) => Promise<Answer>

/** The people of the demo who have a password. */
export type Portal = Record<'employee' | 'manager' | 'administrator', PortalCall>

/** Logs in to the portal with a password; answers how to call it. A refusal is thrown. */
export async function openPortalSession(url: string, logIn: { email: string; password: string }): Promise<PortalCall> {
  const answer = await callPortal(url, 'POST', '/session', { body: logIn })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return async <Answer>(method: string, path: string, body?: Body) => {
    const { headers, ...rest } = await callPortal(url, method, path, { cookie, ...(body && { body }) })
    const isJson = headers.get('content-type')?.includes('json')
    return (isJson ? JSON.parse(rest.text) : rest.text) as Answer
  }
}

type Sent = { body?: Body; cookie?: string }

async function callPortal(url: string, method: string, path: string, { body, cookie }: Sent) {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/portal/api${path}`, {
    method,
    headers: {
      'x-requested-with': 'dossier',
      ...(cookie && { cookie }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return { headers: answer.headers, text }
}
