import { Text, Title } from '@mantine/core'
import { IconBook2, IconFileText, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  employeeFormsQuery,
  type OfferedForm,
  suggestedArticlesQuery,
} from '#features/requests/employee-requests.api.ts'
import classes from '#features/requests/requests.module.css'
import { requestWords } from '#features/requests/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { SearchField } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { LinkCard, LinkCards } from '#ui/page/LinkCard.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { foldText } from '#ui/text/fold-text.ts'

/** All forms that an employee may ask something with; typing narrows them and may answer the question at once. */
export function ChooseFormPage() {
  const t = useWords(requestWords)
  const filters = useUrlFilters(['q'])
  const q = filters.values.q ?? ''
  const { data: forms, error, refetch } = useQuery(employeeFormsQuery)
  return (
    <>
      <PageHeader
        title={t('choose.title')}
        description={t('choose.text')}
        breadcrumbs={[{ label: t('mine.title'), href: '/portal/requests' }]}
      />
      <search className={classes.finder}>
        <SearchField
          label={t('choose.search')}
          value={q}
          onChange={(value) => filters.set({ q: value || undefined })}
        />
      </search>
      {q !== '' && <SuggestedArticles q={q} />}
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!forms && !error && <LoadingState lines={4} height={72} />}
      {forms && <Forms forms={forms} q={q} />}
    </>
  )
}

function Forms({ forms, q }: { forms: OfferedForm[]; q: string }) {
  const t = useWords(requestWords)
  if (forms.length === 0) return <EmptyState title={t('choose.empty')} text={t('choose.emptyText')} />
  const found = forms.filter((form) => fits(form, q))
  if (found.length === 0) return <EmptyState title={t('choose.none')} text={t('choose.noneText')} />
  const featured = found.filter((form) => form.featured)
  const byCategory = Map.groupBy(
    found.filter((form) => !form.featured),
    (form) => form.category?.name ?? t('choose.other'),
  )
  return (
    <>
      {q !== '' && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {t('choose.found', { count: found.length })}
        </Text>
      )}
      {featured.length > 0 && <Group title={t('choose.featured')} forms={featured} />}
      {[...byCategory].map(([name, ofOne]) => (
        <Group key={name} title={name} text={ofOne[0]?.category?.description} forms={ofOne} />
      ))}
    </>
  )
}

type GroupProps = { title: string; text?: string | undefined; forms: OfferedForm[] }

function Group({ title, text, forms }: GroupProps) {
  return (
    <section className={classes.group} aria-label={title}>
      <div className={classes.groupTitle}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      <LinkCards>
        {forms.map(({ slug, title: name, category, featured }) => (
          <LinkCard
            key={slug}
            href={`/portal/requests/new/${encodeURIComponent(slug)}`}
            icon={featured ? IconStar : IconFileText}
            title={name}
            {...(featured && category ? { text: category.name } : {})}
          />
        ))}
      </LinkCards>
    </section>
  )
}

function SuggestedArticles({ q }: { q: string }) {
  const t = useWords(requestWords)
  const { data = [] } = useQuery(suggestedArticlesQuery(q))
  if (data.length === 0) return null
  return (
    <section className={classes.group} aria-label={t('choose.articles')}>
      <Title order={2} size="h4" className={classes.groupTitle}>
        {t('choose.articles')}
      </Title>
      <LinkCards>
        {data.map(({ slug, title, summary }) => (
          <LinkCard
            key={slug}
            href={`/portal/articles/${encodeURIComponent(slug)}`}
            icon={IconBook2}
            title={title}
            text={summary}
          />
        ))}
      </LinkCards>
    </section>
  )
}

/** Every word is somewhere in the title or the category; case and accents do not count. */
function fits({ title, category }: OfferedForm, q: string): boolean {
  const text = foldText(`${title} ${category?.name ?? ''} ${category?.description ?? ''}`)
  return foldText(q)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
