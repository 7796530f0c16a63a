/** The positions of those that stand further ahead already. */
export function repeatsIn(keys: readonly unknown[]): Set<number> {
  const seen = new Set<unknown>()
  const repeats = new Set<number>()
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) repeats.add(index)
    seen.add(key)
  }
  return repeats
}
