/** The organizations above one that lies directly below these places: all that are not a negative mark. */
export function ancestorKeys(places: number[] | undefined): number[] {
  return (places ?? []).filter((place) => place > 0)
}

/** How many levels lie above and at an organization, the top being 1. */
export function depthOf(places: number[]): number {
  return ancestorKeys(places).length
}

/** Where someone is who belongs to several organizations: wherever one of them is. */
export function unionOfAncestors(all: number[][]): number[] {
  return [...new Set(all.flat())].sort((left, right) => left - right)
}
