import classes from './Pieces.module.css'

export type Piece = { text: string; is_match: boolean }

/** A text in which what was looked for is marked. */
export function Pieces({ pieces }: { pieces: Piece[] }) {
  let end = 0
  return pieces.map(({ text, is_match }) => {
    end += text.length
    return is_match ? (
      <mark key={end} className={classes.mark}>
        {text}
      </mark>
    ) : (
      <span key={end}>{text}</span>
    )
  })
}
