import { initialsOf } from '#ui/text/PersonChip.tsx'
import { colorOf } from './signer-colors.ts'
import classes from './wizard.module.css'

/** The initials of a signer, in the colour that their boxes have. */
export function SignerMark({ name, place }: { name: string; place: number }) {
  return (
    <span className={classes.mark} style={{ background: colorOf(place) }} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}
