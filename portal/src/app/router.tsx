import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { Feature } from '#kernel/pages/feature.ts'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx'
import { routeTreeOf } from './routes.ts'

/** Plain parameters in the address: `?status=open&status=closed`. */
function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {}
  const given = new URLSearchParams(text)
  for (const name of given.keys()) {
    const values = given.getAll(name)
    search[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  return search
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') given.append(name, String(one))
    }
  }
  return given.size > 0 ? `?${given}` : ''
}

export function createPortalRouter(queryClient: QueryClient, features: readonly Feature[]) {
  return createRouter({
    routeTree: routeTreeOf(features),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: LoadingPage,
    // The open page stays until the next one is loaded: typed text is not lost on a slow connection.
    defaultPendingMs: Number.POSITIVE_INFINITY,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
