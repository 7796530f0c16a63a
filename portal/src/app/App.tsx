import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ConnectionBanner } from '#app/shell/ConnectionBanner.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import type { createPortalRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

type AppProps = { router: ReturnType<typeof createPortalRouter>; queryClient: QueryClient; nonce: string }

const colourScheme = localStorageColorSchemeManager({ key: 'dossier-colour-scheme' })

export function App({ router, queryClient, nonce }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colourScheme}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<LoadingPage />}>
          <RouterProvider router={router} />
        </Suspense>
        <ConnectionBanner />
      </QueryClientProvider>
    </MantineProvider>
  )
}
