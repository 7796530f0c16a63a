import { Text } from '@mantine/core'
import { IconBook2, IconFileText, IconForms, IconMessageCircle2, type TablerIcon } from '@tabler/icons-react'
import { useWords } from '#ui/language/words.ts'
import { HitList } from '#ui/lists/HitList.tsx'
import { Pieces } from '#ui/lists/Pieces.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { type Hit, hrefOf } from './search.api.ts'
import classes from './search.module.css'
import { searchWords } from './words.ts'

const ICONS: Record<Hit['place'], TablerIcon> = {
  article: IconBook2,
  form: IconForms,
  request: IconMessageCircle2,
  folder: IconFileText,
  vault: IconFileText,
  company: IconFileText,
}

/** What was found, each with where it says what was looked for. */
export function Hits({ hits, label }: { hits: Hit[]; label: string }) {
  return (
    <HitList label={label}>
      {hits.map((hit) => (
        <li key={`${hit.place} ${hit.id}`}>
          <OneHit hit={hit} />
        </li>
      ))}
    </HitList>
  )
}

function OneHit({ hit }: { hit: Hit }) {
  const t = useWords(searchWords)
  const Icon = ICONS[hit.place]
  const isElsewhere = hit.place === 'vault' || hit.place === 'company'
  return (
    <AppLink href={hrefOf(hit)} className={classes.hit}>
      <Icon size={20} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.body}>
        <Text component="span" fw={600} className={classes.hitTitle}>
          <Pieces pieces={hit.title} />
        </Text>
        {hit.text.length > 0 && (
          <Text component="span" size="sm" className={classes.hitText}>
            <Pieces pieces={hit.text} />
          </Text>
        )}
        <Text component="span" size="xs" c="dimmed" className={classes.hitFoot}>
          {hit.about !== '' && <span>{hit.about}</span>}
          {isElsewhere && <span>{t(hit.place === 'vault' ? 'places.vault' : 'places.company')}</span>}
          {hit.at !== null && <RelativeTime value={hit.at} />}
        </Text>
      </span>
    </AppLink>
  )
}
