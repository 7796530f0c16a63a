/** Something that stands across a page, as high as this. */
export type Piece = {
  height: number
  draw: (top: number) => string
  /** Not the last thing on a page, if it can be helped. */
  staysWithNext?: boolean
  /** Left out at the top of a page. */
  isBlank?: boolean
}
type Bounds = { top: number; bottom: number }

/** Pieces below each other, on as many pages as they need. */
export function reportPages(pieces: readonly Piece[], { top, bottom }: Bounds): string[] {
  const pages: string[][] = [[]]
  let at = top
  for (const group of groupsOf(pieces)) {
    const height = group.reduce((sum, piece) => sum + piece.height, 0)
    const startsPage = at - height < bottom && height <= top - bottom && at < top
    if (startsPage) {
      pages.push([])
      at = top
    }
    for (const piece of group) {
      if (at === top && piece.isBlank) continue
      if (at - piece.height < bottom && at < top) {
        pages.push([])
        at = top
      }
      pages.at(-1)?.push(piece.draw(at))
      at -= piece.height
    }
  }
  return pages.map((drawn) => drawn.filter((one) => one !== '').join('\n'))
}

/** Those that stay together, up to the one that they stay with. */
function groupsOf(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = []
  let open: Piece[] = []
  for (const piece of pieces) {
    open.push(piece)
    if (piece.staysWithNext) continue
    groups.push(open)
    open = []
  }
  return open.length > 0 ? [...groups, open] : groups
}
