import type { ReactNode } from 'react'
import { useFormat } from '#ui/language/format.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import classes from './Pills.module.css'

type Pill = { key: string; label: string; count?: number | undefined }

/** A list narrowed by one choice: each is a link, with how many there are behind it. */
export function Pills({ label, pills }: { label: string; pills: (Pill & { href: string; isCurrent: boolean })[] }) {
  return (
    <nav aria-label={label}>
      <ul className={classes.pills}>
        {pills.map((pill) => (
          <li key={pill.key}>
            <AppLink href={pill.href} className={classes.pill} aria-current={pill.isCurrent ? 'true' : undefined}>
              <Words pill={pill} />
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ChoicePillsProps<K extends string> = {
  label: string
  pills: (Pill & { key: K })[]
  chosen: K
  onChoose: (key: K) => void
}

/** A list narrowed by one choice that the page keeps itself. */
export function ChoicePills<K extends string>({ label, pills, chosen, onChoose }: ChoicePillsProps<K>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, for nothing is entered
    <div role="group" aria-label={label} className={classes.pills}>
      {pills.map((pill) => (
        <button
          key={pill.key}
          type="button"
          className={classes.pill}
          aria-pressed={pill.key === chosen}
          onClick={() => onChoose(pill.key)}
        >
          <Words pill={pill} />
        </button>
      ))}
    </div>
  )
}

function Words({ pill: { label, count } }: { pill: Pill }): ReactNode {
  const format = useFormat()
  return (
    <>
      {label} {count !== undefined && <span className={classes.count}>{format.number(count)}</span>}
    </>
  )
}

/** An address with these parameters, without those that are not set. */
export function withParameters(path: string, parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}
