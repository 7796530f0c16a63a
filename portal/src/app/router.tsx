import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { authAdminRoutes } from '#features/auth/routes.admin.tsx'
import { authPublicRoutes } from '#features/auth/routes.public.tsx'
import { documentAdminRoutes } from '#features/documents/routes.admin.tsx'
import { documentEmployeeRoutes } from '#features/documents/routes.employee.tsx'
import { documentManagerRoutes } from '#features/documents/routes.manager.tsx'
import { signatureManagerRoutes } from '#features/signatures/routes.manager.tsx'
import { signerRoutes } from '#features/signatures/routes.signer.tsx'
import { lazyPage } from '#kernel/pages/lazy-page.ts'
import { parents, portalRoute, rootRoute } from '#kernel/pages/parents.ts'
import { homeOf, isPage, localPath, loginPath, sessionQuery } from '#kernel/session/session.ts'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { articleRoutes } from '../features/articles/routes.tsx'
import { bulkRoutes } from '../features/bulk/routes.tsx'
import { datasetRoutes } from '../features/datasets/routes.tsx'
import { directoryRoutes } from '../features/directory/routes.tsx'
import { distributionRoutes } from '../features/distributions/routes.tsx'
import { helpRoutes } from '../features/help/routes.tsx'
import { homeRoutes } from '../features/home/routes.tsx'
import { importRoutes } from '../features/imports/routes.tsx'
import { requestRoutes } from '../features/requests/routes.tsx'
import { searchRoutes } from '../features/search/routes.tsx'
import { systemRoutes } from '../features/system/routes.tsx'
import { webhookRoutes } from '../features/webhooks/routes.tsx'
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx'

const auth = authPublicRoutes(parents)
const help = helpRoutes(parents)
const home = homeRoutes(parents)
const documents = documentEmployeeRoutes(parents)
const documentTypes = documentAdminRoutes(parents)
const folders = documentManagerRoutes(parents)
const requests = requestRoutes(parents)
const articles = articleRoutes(parents)
const search = searchRoutes(parents)
const directory = directoryRoutes(parents)
const distributions = distributionRoutes(parents)
const imports = importRoutes(parents)
const bulk = bulkRoutes(parents)
const datasets = datasetRoutes(parents)
const webhooks = webhookRoutes(parents)
const access = authAdminRoutes(parents)
const system = systemRoutes(parents)
const signatures = signerRoutes(parents)
const signatureProcesses = signatureManagerRoutes(parents)

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    throw redirect({ href: session ? homeOf(session) : loginPath('/') })
  },
})

type Opening = { context: { queryClient: QueryClient }; location: { search: object } }

/** Somebody who is logged in, at this client if one is named, goes on at once. */
async function skipLogIn({ context, location }: Opening, client?: string): Promise<void> {
  const search = location.search as Record<string, unknown>
  const session = await context.queryClient.ensureQueryData(sessionQuery)
  if (!session || search.reason === 'role' || (client !== undefined && session.client.id !== client)) return
  const href = localPath(search.next) ?? homeOf(session)
  throw redirect({ href, reloadDocument: !isPage(href) })
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: (opening) => skipLogIn(opening),
  component: lazyPage(() => import('#features/auth/log-in/LoginPage.tsx'), 'LoginPage'),
})

const clientLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$client',
  beforeLoad: (opening) => skipLogIn(opening, opening.params.client),
  component: lazyPage(() => import('#features/auth/log-in/LoginPage.tsx'), 'LoginPage'),
})

const routeTree = rootRoute.addChildren([
  startRoute,
  loginRoute,
  clientLoginRoute,
  ...auth.open,
  ...signatures.open,
  portalRoute.addChildren([
    ...help.person,
    ...home.person,
    ...signatures.person,
    parents.employee.addChildren([
      ...home.employee,
      ...documents.employee,
      ...requests.employee,
      ...articles.employee,
      ...search.employee,
      ...signatures.employee,
    ]),
    parents.manager.addChildren([
      ...folders.manager,
      ...requests.manager,
      ...articles.manager,
      ...distributions.manager,
      ...signatureProcesses.manager,
      ...imports.manager,
      ...bulk.manager,
      ...signatures.manager,
    ]),
    parents.admin.addChildren([
      ...documentTypes.admin,
      ...signatureProcesses.admin,
      ...requests.admin,
      ...directory.admin,
      ...datasets.admin,
      ...webhooks.admin,
      ...access.admin,
      ...system.admin,
    ]),
  ]),
])

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

export function createPortalRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: LoadingPage,
    // The page that is open stays until the next one is there: what was typed in it is not lost to a slow connection.
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
