const EDGE = '\u0001'

/** A text whose places are to be filled with elements. */
export type PlacedText = (places: Record<string, string>) => string

/** Pieces of a text, and between them the names of its places, in the order of the language. */
export function piecesOf(text: PlacedText, names: readonly string[]): { text: string; isPlace: boolean }[] {
  const places = Object.fromEntries(names.map((name) => [name, `${EDGE}${name}${EDGE}`]))
  return text(places)
    .split(EDGE)
    .map((piece, position) => ({ text: piece, isPlace: position % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
