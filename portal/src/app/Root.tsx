import { ModalsProvider } from '@mantine/modals'
import { Outlet } from '@tanstack/react-router'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { useWords } from './i18n.ts'
import { NavigationProgress } from './NavigationProgress.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

/** What is there on every page, before and behind the log-in. Dialogs are within the router, so that they can lead on. */
export function Root() {
  const t = useWords('ui')
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': t('close') } }}>
      <RouteAnnouncer />
      <NavigationProgress />
      <Outlet />
      <ConnectionBanner />
    </ModalsProvider>
  )
}
