/** A table with a foreign key to another. */
export type Reference = { name: string; needs: string }

/** Every table behind those that it refers to. */
export function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  let left = [...names]
  while (left.length > 0) {
    const free = left.filter((name) => !references.some((one) => one.name === name && left.includes(one.needs)))
    if (free.length === 0) throw new Error(`The tables ${left.join(', ')} refer to each other.`)
    ordered.push(...free)
    left = left.filter((name) => !free.includes(name))
  }
  return ordered
}
