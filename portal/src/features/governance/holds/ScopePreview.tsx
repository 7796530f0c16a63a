import { Loader, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { holdWords } from '#features/governance/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { type Preview, previewQuery, type Sample } from './holds.api.ts'
import classes from './holds.module.css'
import { countsOf, isScoped, pageOf, type ScopeValues, toScope } from './scope-form.ts'
import { useItemName } from './use-item-name.ts'

const CHANGING_MS = 400

/** What a hold with this scope would cover now, counted while it is described. */
export function ScopePreview({ values }: { values: ScopeValues }) {
  const t = useWords(holdWords)
  const [text] = useDebouncedValue(JSON.stringify(toScope(values)), CHANGING_MS)
  const isNamed = isScoped(values)
  const { data, error, isFetching } = useQuery({ ...previewQuery(JSON.parse(text)), enabled: isNamed && text !== '{}' })
  return (
    <Section title={t('preview.title')} actions={isNamed && isFetching && <Loader size="sm" aria-hidden />}>
      <div role="status" aria-busy={isFetching}>
        {!isNamed && <Nothing />}
        {isNamed && error && <Failed error={error} />}
        {isNamed && !error && !data && <Text size="sm">{t('preview.counting')}</Text>}
        {isNamed && !error && data && <Counts preview={data} />}
      </div>
      {isNamed && !error && data && data.samples.length > 0 && <Samples samples={data.samples} />}
    </Section>
  )
}

function Nothing() {
  const t = useWords(holdWords)
  return (
    <div className={classes.nothing}>
      <IconShieldLock size={28} stroke={1.5} aria-hidden />
      <Text size="sm" c="dimmed">
        {t('preview.nothing')}
      </Text>
    </div>
  )
}

function Failed({ error }: { error: Error }) {
  const t = useWords(holdWords)
  const why = error instanceof ApiError ? error.fields[0]?.message : undefined
  return <Text size="sm">{why ?? t('preview.failed')}</Text>
}

function Counts({ preview: { counts, total } }: { preview: Preview }) {
  const t = useWords(holdWords)
  const format = useFormat()
  if (total === 0) return <Text size="sm">{t('preview.none')}</Text>
  return (
    <>
      <p className={classes.total}>
        <strong>{format.number(total)}</strong> {t('preview.total', { count: total })}
      </p>
      <ul className={classes.counts}>
        {countsOf(counts).map(({ type, count }) => (
          <li key={type}>
            <span>{t(`kinds.${type}`)}</span>
            <span className={classes.count}>{format.number(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Samples({ samples }: { samples: Sample[] }) {
  const t = useWords(holdWords)
  const nameOf = useItemName()
  return (
    <div className={classes.samples}>
      <Text size="sm" fw={600} component="h3">
        {t('preview.samples')}
      </Text>
      <ul>
        {samples.map((one) => {
          const page = pageOf(one)
          const { name, detail } = nameOf(one)
          return (
            <li key={`${one.resource_type} ${one.resource_id}`}>
              {page ? (
                <AppLink href={page} target="_blank" className={classes.link}>
                  {name}
                </AppLink>
              ) : (
                name
              )}
              {detail && (
                <Text component="span" size="xs" c="dimmed" display="block">
                  {detail}
                </Text>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
