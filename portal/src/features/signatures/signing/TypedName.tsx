import classes from './signing.module.css'

/** Letters of a name are about half as wide as high: so large may they be, in percent of the room, to fit into it. */
const ROOM = 150
const FEWEST = 6

/** A name as a signature: as large as the room around it allows. */
export function TypedName({ text }: { text: string }) {
  const name = text.trim()
  return (
    <span
      className={classes.typed}
      style={{ fontSize: `min(60cqh, ${ROOM / Math.max(FEWEST, name.length)}cqw)` }}
      aria-hidden
    >
      {name}
    </span>
  )
}
