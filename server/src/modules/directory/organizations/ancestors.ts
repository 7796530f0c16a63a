/** The organizations above one that lies directly below these ancestors: all that are not a negative mark. */
export function ancestorKeys(ancestors: number[] | undefined): number[] {
  return (ancestors ?? []).filter((ancestor) => ancestor > 0)
}

/** How many levels lie above and at an organization, the top being 1. */
export function depthOf(ancestors: number[]): number {
  return ancestorKeys(ancestors).length
}

/** Where someone is who belongs to several organizations: wherever one of them is. */
export function unionOfAncestors(all: number[][]): number[] {
  return [...new Set(all.flat())].sort((left, right) => left - right)
}
