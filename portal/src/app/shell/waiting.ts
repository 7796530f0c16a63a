import { registeredFeatures } from '#kernel/pages/registry.ts'

/** How much waits for the person, by the id of the navigation entry. */
export function useWaiting(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { entry, useCount } of registeredFeatures().flatMap((feature) => feature.waiting ?? [])) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the features are the same at every call, and so is the order of their hooks.
    counts[entry] = useCount()
  }
  return counts
}
