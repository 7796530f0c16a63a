import { AppLink } from '../../ui/AppLink.tsx'
import { useFormat } from '../../ui/format.ts'
import classes from './MyDocuments.module.css'

type Pill = { key: string; label: string; href: string; count: number; isCurrent: boolean }

/** A list narrowed by one choice: each is a link with how many there are behind it. */
export function Pills({ label, pills }: { label: string; pills: Pill[] }) {
  const format = useFormat()
  return (
    <nav aria-label={label}>
      <ul className={classes.pills}>
        {pills.map((pill) => (
          <li key={pill.key}>
            <AppLink href={pill.href} className={classes.pill} aria-current={pill.isCurrent ? 'true' : undefined}>
              {pill.label} <span className={classes.count}>{format.number(pill.count)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** An address with these parameters, without those that are not set. */
export function withParameters(path: string, parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}
