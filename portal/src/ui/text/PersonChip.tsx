import { Avatar } from '@mantine/core'
import classes from './PersonChip.module.css'

type PersonChipProps = {
  name: string /** Technical id, address … below the name. */
  detail?: string | null
  size?: 'sm' | 'md'
}

/** A person: initials, name, and a line that tells namesakes apart. */
export function PersonChip({ name, detail, size = 'sm' }: PersonChipProps) {
  return (
    <span className={classes.chip}>
      <Avatar size={size === 'sm' ? 28 : 40} radius="xl" className={classes.avatar} aria-hidden>
        {initialsOf(name)}
      </Avatar>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  )
}

export function initialsOf(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean)
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return letters
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
