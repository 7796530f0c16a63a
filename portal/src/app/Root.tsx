import { Outlet } from '@tanstack/react-router'
import { Overlays } from '../ui/Overlays.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

/** What is there on every page, before and behind the log-in. Dialogs are within the router, so that they can lead on. */
export function Root() {
  return (
    <>
      <RouteAnnouncer />
      <NavigationProgress />
      <Outlet />
      <Overlays />
    </>
  )
}
