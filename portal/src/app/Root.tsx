import { Outlet } from '@tanstack/react-router'
import { NavigationProgress } from '#app/shell/NavigationProgress.tsx'
import { Overlays } from '#app/shell/Overlays.tsx'
import { RouteAnnouncer } from '#app/shell/RouteAnnouncer.tsx'

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
