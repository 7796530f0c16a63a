import { registeredFeatures } from '#kernel/pages/registry.ts'

/** How much waits for the person, by the id of the navigation entry. */
export function useWaiting(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { waiting } of registeredFeatures()) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the features are the same at every call, and so is the order of their hooks.
    if (waiting) counts[waiting.entry] = waiting.useCount()
  }
  return counts
}
