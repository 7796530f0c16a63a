import './app/base.css'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ApiError, onLoggedOut } from '#kernel/api/api.ts'
import { connectionTrouble, onConnectionBack, watchConnection } from '#kernel/api/connection.ts'
import { startSpeaking } from '#kernel/language/speak.ts'
import { registerFeatures } from '#kernel/pages/registry.ts'
import { loginPath, sessionQuery } from '#kernel/session/session.ts'
import { App } from './app/App.tsx'
import { FEATURES } from './app/features.ts'
import { createPortalRouter } from './app/router.tsx'

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
// What locks the page behind a dialog asks for the nonce under this name.
Object.assign(window, { __webpack_nonce__: nonce })

const queryClient = new QueryClient({
  queryCache: new QueryCache(),
  defaultOptions: {
    // Without a connection a call fails at once, and says so, rather than wait and be made later unasked.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
})
registerFeatures(FEATURES)
const router = createPortalRouter(queryClient, FEATURES)

onLoggedOut(() => {
  const { pathname, searchStr } = router.state.location
  const isBehindLogin = pathname.startsWith('/portal') && queryClient.getQueryData(sessionQuery.queryKey) !== undefined
  queryClient.setQueryData(sessionQuery.queryKey, null)
  if (isBehindLogin) void router.navigate({ href: loginPath(`${pathname}${searchStr}`) })
})

onConnectionBack(
  () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
)

const root = document.getElementById('root')
const words = startSpeaking()
const trouble = connectionTrouble()
const page = router.load()
watchConnection()
// The sketch of the page stays until the page itself is there, or cannot be loaded; without words nothing can be said.
await Promise.race([page, trouble])
await words
if (root) createRoot(root).render(<App router={router} queryClient={queryClient} nonce={nonce} />)
