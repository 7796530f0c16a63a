import { Button } from '@mantine/core'
import { IconFiles, IconLockSquareRounded, IconMessageCircle2, IconSearch, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSession } from '#kernel/session/session.ts'
import { toSignQuery } from '#shared/signatures/to-sign.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { LinkCard, LinkCards } from '#ui/page/LinkCard.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { EmployeeRequestStatus } from '../../shared/requests/RequestStatus.tsx'
import classes from './EmployeeHome.module.css'
import {
  featuredArticlesQuery,
  latestDocumentsQuery,
  openRequestsQuery,
  useIsHomeAnswered,
} from './employee-home.api.ts'
import { HomeLink, HomeList } from './HomeList.tsx'
import { newSince } from './last-visit.ts'
import { employeeHomeWords } from './words.ts'

const MAX_TO_SIGN = 5

/** Where an employee begins: search, what is most often wanted, what is new. */
export function EmployeeHomePage() {
  const t = useWords(employeeHomeWords)
  const { person } = useSession()
  const isAnswered = useIsHomeAnswered()
  return (
    <>
      <PageHeader title={t(partOfDay(new Date().getHours()), { name: person.first_name })} description={t('text')} />
      <HomeSearch />
      {isAnswered ? <HomeContent /> : <LoadingState lines={8} />}
    </>
  )
}

function HomeContent() {
  const t = useWords(employeeHomeWords)
  return (
    <>
      <ToSign />
      <nav aria-label={t('actions.label')}>
        <LinkCards>
          <LinkCard
            href="/portal/requests/new"
            icon={IconMessageCircle2}
            title={t('actions.request')}
            text={t('actions.requestText')}
          />
          <LinkCard
            href="/portal/documents/upload"
            icon={IconUpload}
            title={t('actions.upload')}
            text={t('actions.uploadText')}
          />
          <LinkCard
            href="/portal/vault"
            icon={IconLockSquareRounded}
            title={t('actions.vault')}
            text={t('actions.vaultText')}
          />
        </LinkCards>
      </nav>
      <div className={classes.columns}>
        <div>
          <OpenRequests />
        </div>
        <div>
          <LatestDocuments />
        </div>
      </div>
      <FeaturedArticles />
    </>
  )
}

export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 18 || hour < 4) return 'evening'
  return hour < 12 ? 'morning' : 'afternoon'
}

function HomeSearch() {
  const t = useWords(employeeHomeWords)
  const router = useRouter()
  const [query, setQuery] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    const q = query.trim()
    router.history.push(q === '' ? '/portal/search' : `/portal/search?${new URLSearchParams({ q })}`)
  }
  return (
    <search>
      <form className={classes.search} onSubmit={search}>
        <span className={classes.searchField}>
          <IconSearch size={18} aria-hidden />
          <input
            type="search"
            aria-label={t('search.label')}
            placeholder={t('search.label')}
            maxLength={200}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </span>
        <Button type="submit" size="md">
          {t('search.button')}
        </Button>
      </form>
    </search>
  )
}

/** Only there when something waits for a signature. */
function ToSign() {
  const t = useWords(employeeHomeWords)
  const format = useFormat()
  const query = useQuery(toSignQuery)
  if (!query.data || query.data.length === 0) return null
  return (
    <div className={classes.sign}>
      <HomeList
        title={t('sign.title')}
        all={{ label: t('sign.all'), href: '/portal/signatures' }}
        query={{ ...query, data: query.data.slice(0, MAX_TO_SIGN) }}
        rowKey={(one) => one.id}
        render={(one) => (
          <HomeLink
            href={`/portal/sign/${one.id}`}
            title={one.title}
            text={
              one.expiry_date
                ? t('sign.fromUntil', { name: one.requested_by, date: format.date(one.expiry_date) })
                : t('sign.from', { name: one.requested_by })
            }
            marks={<StatusBadge tone="warning">{t('sign.waits')}</StatusBadge>}
          />
        )}
        empty={null}
      />
    </div>
  )
}

function OpenRequests() {
  const t = useWords(employeeHomeWords)
  const format = useFormat()
  const query = useQuery(openRequestsQuery)
  return (
    <HomeList
      title={t('requests.title')}
      all={{ label: t('requests.all'), href: '/portal/requests' }}
      query={query}
      rowKey={(one) => one.id}
      render={(one) => (
        <HomeLink
          href={`/portal/requests/${one.id}`}
          title={one.subject}
          text={
            one.processing_date_due ? t('requests.due', { date: format.date(one.processing_date_due) }) : one.form_title
          }
          marks={<EmployeeRequestStatus request={one} />}
        />
      )}
      empty={
        <EmptyState
          icon={IconMessageCircle2}
          title={t('requests.none')}
          text={t('requests.noneText')}
          action={
            <Button component={AppLink} href="/portal/requests/new" variant="default">
              {t('requests.make')}
            </Button>
          }
        />
      }
    />
  )
}

function LatestDocuments() {
  const t = useWords(employeeHomeWords)
  const { person } = useSession()
  const [since] = useState(() => newSince(person.technical_id, Date.now()))
  const query = useQuery(latestDocumentsQuery)
  return (
    <HomeList
      title={t('documents.title')}
      all={{ label: t('documents.all'), href: '/portal/documents' }}
      query={query}
      rowKey={(one) => one.id}
      render={(one) => (
        <HomeLink
          href={one.href}
          title={one.title}
          text={
            <>
              {one.type} · <RelativeTime value={one.at} />
            </>
          }
          marks={
            <>
              {one.isInVault && <StatusBadge>{t('documents.vault')}</StatusBadge>}
              {new Date(one.at).getTime() > since && <StatusBadge tone="good">{t('documents.isNew')}</StatusBadge>}
            </>
          }
        />
      )}
      empty={<EmptyState icon={IconFiles} title={t('documents.none')} text={t('documents.noneText')} />}
    />
  )
}

/** Nothing at all when the company features nothing. */
function FeaturedArticles() {
  const t = useWords(employeeHomeWords)
  const query = useQuery(featuredArticlesQuery)
  if (!query.data || query.data.length === 0) return null
  return (
    <div className={classes.columns}>
      <HomeList
        title={t('articles.title')}
        all={{ label: t('articles.all'), href: '/portal/articles' }}
        query={query}
        rowKey={(one) => one.slug}
        render={(one) => (
          <HomeLink href={`/portal/articles/${encodeURIComponent(one.slug)}`} title={one.title} text={one.summary} />
        )}
        empty={null}
      />
    </div>
  )
}
