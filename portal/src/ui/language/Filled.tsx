import { Fragment, type ReactNode } from 'react'
import { type PlacedText, piecesOf } from './filled.ts'

type FilledProps = {
  /** `(places) => t('sentence', places)` */
  text: PlacedText
  /** What stands in each place. */
  parts: Record<string, ReactNode>
}

/** A sentence with links in it: where they stand is for the words of each language to say. */
export function Filled({ text, parts }: FilledProps) {
  return piecesOf(text, Object.keys(parts)).map((piece, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    <Fragment key={position}>{piece.isPlace ? parts[piece.text] : piece.text}</Fragment>
  ))
}
