import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError, api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { speak } from '#kernel/language/speak.ts'
import { mayAdmin } from './permissions.ts'
import type { Credentials, DemoKind, Scope, Session } from './session.api.ts'

/** The document asks for the session before the scripts are there; only the first question has its answer. */
function firstAnswer(): Promise<Session> {
  const { sessionAnswer } = window
  window.sessionAnswer = undefined
  return getSession(sessionAnswer)
}

/** Who is logged in, by the answer to a call that was sent already if there is one. */
function getSession(answer?: Promise<Response>): Promise<Session> {
  return unwrap(api.GET('/portal/api/session', answer ? { fetch: () => answer } : {}))
}

declare global {
  interface Window {
    sessionAnswer?: Promise<Response> | undefined
  }
}

/** The session, or null before the log-in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await firstAnswer()
      if (session.person.language) await speak(session.person.language)
      return session
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** During the redirect to the log-in, the page still shows the person it belonged to. */
let lastKnown: Session | undefined

/** The session of a page behind the log-in; there is always one there. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data) lastKnown = data
  if (!lastKnown) throw new ApiError(401, { code: 'unauthenticated' })
  return lastKnown
}

/** Logs in. Refusals are ApiErrors: 401 `wrong_credentials`, 409 `choose_client` or `several_accounts`, 429. */
export function useLogIn() {
  const begin = useBegin()
  return useMutation({
    mutationFn: (body: Credentials) => unwrap(api.POST('/portal/api/session', { body })),
    onSuccess: begin,
  })
}

/** Logs in as a person of the demo, without a password; 404 where that is not offered. */
export function useEnterDemo() {
  const begin = useBegin()
  return useMutation({
    mutationFn: (as: DemoKind) => unwrap(api.POST('/portal/api/session/demo', { body: { as } })),
    onSuccess: begin,
  })
}

/** Goes on as the same person's other log-in. */
export function useSwitchScope() {
  const begin = useBegin()
  return useMutation({
    mutationFn: async (scope: Scope) => {
      await unwrap(api.POST('/portal/api/session/switch', { body: { scope } }))
      return getSession()
    },
    onSuccess: begin,
  })
}

/** Ends this session, or all sessions of the person. Load a page anew afterwards, so that nothing stays in memory. */
export function useLogOut() {
  return useMutation({
    mutationFn: (everywhere: boolean) =>
      unwrap(api.DELETE('/portal/api/session', { params: { query: everywhere ? { everywhere } : {} } })),
    // Drafts are nothing for who logs in here next.
    onSuccess: () => sessionStorage.clear(),
  })
}

/** Keeps the language of the person, and speaks it. */
export function useSaveLanguage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (language: string) => {
      await Promise.all([speak(language), unwrap(api.PATCH('/portal/api/session', { body: { language } }))])
    },
    onSuccess: () => queryClient.invalidateQueries(),
  })
}

/** Continues after a log-in. */
export function useBegin() {
  const queryClient = useQueryClient()
  return async (session: Session) => {
    if (session.person.language) await speak(session.person.language)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    queryClient.setQueryData(sessionQuery.queryKey, session)
  }
}

type Guarded = { context: { queryClient: QueryClient }; location: { href: string; pathname: string } }

/** Lets a page be seen only with a log-in, and of this scope if one is named. */
export function requireScope(scope?: Scope) {
  return async ({ context, location }: Guarded): Promise<{ session: Session }> => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ href: loginPath(location.href) })
    if (scope && session.person.scope !== scope) {
      // The home of the other scope leads to one's own; other pages offer to log in as who may see them.
      const isHome = /^\/portal(?:\/manager)?\/?$/.test(location.pathname)
      throw redirect({ href: isHome ? homeOf(session) : loginPath(location.href, 'role') })
    }
    return { session }
  }
}

/** Guards a page: only for managers who hold this permission for the whole client. */
export function requireAdmin(permission?: string) {
  return async (guarded: Guarded): Promise<{ session: Session }> => {
    const { session } = await requireScope('manager')(guarded)
    const may = permission ? mayAdmin(session, permission) : session.admin_permissions.length > 0
    if (!may) throw new ApiError(403, { code: 'forbidden' })
    return { session }
  }
}

export function homeOf(session: Session): '/portal' | '/portal/manager' {
  return session.person.scope === 'manager' ? '/portal/manager' : '/portal'
}

export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim()
}

/** The log-in page of a client, or the one for all. */
export function loginPageOf(client: string | undefined): string {
  return client === undefined ? '/login' : `/login/${encodeURIComponent(client)}`
}

export function loginPath(next: string, reason?: 'role'): string {
  const search = new URLSearchParams()
  if (next !== '/' && !next.startsWith('/login')) search.set('next', next)
  if (reason) search.set('reason', reason)
  return search.size > 0 ? `/login?${search}` : '/login'
}

/** Control characters, which browsers skip, and backslashes, which they take for slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\u0000-\u001f\u007f\\]/

/**
 * Where to go after the log-in: a path or an absolute address of this site, as a path. The server has the same rule
 * (platform/http/local-path.ts).
 */
export function localPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^(?:https?:\/\/|\/(?!\/))/i.test(next) || UNSAFE.test(next)) return undefined
  const target = URL.parse(next, window.location.origin)
  if (target === null || target.username !== '' || target.password !== '') return undefined
  // Dots in a path are resolved, which may leave two slashes at its beginning.
  if (target.origin !== window.location.origin || target.pathname.startsWith('//')) return undefined
  return `${target.pathname}${target.search}${target.hash}`
}

/** Whether a path is a page of the portal; others, such as shortcuts, are for the server to answer. */
export function isPage(path: string): boolean {
  return /^\/(?:portal(?!\/api(?:[/?#]|$))(?:[/?#]|$)|login|password|[?#]|$)/.test(path)
}
