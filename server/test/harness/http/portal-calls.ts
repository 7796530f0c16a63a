import { systemActor } from '#kernel/work.ts'
import { openSession, sessionCookie } from '#modules/auth/index.ts'
import type { TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

export type AccountId = `${'employee' | 'manager'}:${string}`
type CallOptions = { body?: unknown; headers?: Record<string, string> }

/** What the portal sends with its calls: each POST has an idempotency key, so that what it answers is committed with it. */
export function portalHeaders(method: string): Record<string, string> {
  return { 'x-requested-with': 'dossier', ...(method === 'POST' ? { 'idempotency-key': unique('key') } : {}) }
}

/** Calls of the portal API as people who are logged in. */
export function portalCalls({ app, doWork, keyring, publicUrl }: TestApp) {
  const cookies = new Map<string, string>()

  /** The cookie of a new session of a person; of the client acme unless said otherwise. */
  async function sessionOf(who: AccountId, client = 'acme'): Promise<string> {
    const scope = who.slice(0, who.indexOf(':'))
    const technicalId = who.slice(who.indexOf(':') + 1)
    const owner = { scope: scope as 'employee' | 'manager', technicalId }
    const caller = { client: { id: client, languages: ['en-us'] }, actor: systemActor }
    return `${sessionCookie(publicUrl).name}=${await doWork(caller, (work) => openSession(work, owner, keyring))}`
  }

  /** Call functions for one person, below /portal/api. */
  function as(who: AccountId | undefined, client = 'acme') {
    return async (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, options: CallOptions = {}) => {
      const key = `${client} ${who}`
      if (who !== undefined && !cookies.has(key)) cookies.set(key, await sessionOf(who, client))
      const cookie = who === undefined ? {} : { cookie: cookies.get(key) ?? '' }
      const answer = await app.inject({
        method,
        url: `/portal/api${path}`,
        headers: { ...portalHeaders(method), ...cookie, ...options.headers },
        ...(options.body === undefined ? {} : { payload: options.body as object }),
      })
      // As a browser does.
      const [renewed] =
        new RegExp(`${sessionCookie(publicUrl).name}=[^;]+`).exec(String(answer.headers['set-cookie'] ?? '')) ?? []
      if (who !== undefined && renewed !== undefined) cookies.set(key, renewed)
      return answer
    }
  }
  return { as, sessionOf }
}
