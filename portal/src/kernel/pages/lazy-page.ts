import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { loadModule } from '#kernel/api/connection.ts'
import { loadWords, type WordSet } from '#ui/language/words.ts'

type Module<Name extends string> = Record<Name, unknown>

/**
 * A page that is loaded when it is opened, together with the words that it and its parts use:
 * `lazyPage(() => import('./HomePage.tsx'), 'HomePage', [homeWords])`. A part that waited for its words later would hide the
 * page once more.
 */
export function lazyPage<Name extends string, Loaded extends Module<Name>>(
  load: () => Promise<Loaded>,
  name: Name,
  words: WordSet[] = [],
) {
  const loadAll = async () => (await Promise.all([loadModule(load), ...words.map(loadWords)]))[0]
  return lazyRouteComponent(loadAll as () => Promise<Record<string, ComponentType>>, name)
}

/** The same for a part of a page. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: (await loadModule(load)) as ComponentType<Props> }))
}
