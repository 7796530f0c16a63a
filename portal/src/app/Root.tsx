import { Outlet } from '@tanstack/react-router'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

/** What is there on every page, before and behind the log-in. */
export function Root() {
  return (
    <>
      <RouteAnnouncer />
      <Outlet />
    </>
  )
}
