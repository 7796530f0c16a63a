import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { loadPart } from './connection.ts'

type Module<Name extends string> = Record<Name, unknown>

/** A page that is loaded when it is opened: `lazyPage(() => import('./HomePage.tsx'), 'HomePage')`. */
export function lazyPage<Name extends string, Loaded extends Module<Name>>(load: () => Promise<Loaded>, name: Name) {
  return lazyRouteComponent(() => loadPart(load) as Promise<Record<string, ComponentType>>, name)
}

/** The same for a part of a page. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: (await loadPart(load)) as ComponentType<Props> }))
}
