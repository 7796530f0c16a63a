import { Text } from '@mantine/core'
import {
  IconFiles,
  IconLockSquareRounded,
  IconMail,
  IconMessageCircle2,
  IconSignature,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeptGroup, type KeptOfKind, keptQuery } from '#features/privacy/my-data.api.ts'
import { myDataWords } from '#features/privacy/words.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { type KeepLine, keepLines, together } from './keep-lines.ts'
import classes from './kept.module.css'

const SHOWN: Record<KeptOfKind['kind'], { icon: TablerIcon; href?: string }> = {
  profile: { icon: IconUserCircle, href: '/portal/profile' },
  documents: { icon: IconFiles, href: '/portal/documents' },
  vault: { icon: IconLockSquareRounded, href: '/portal/vault' },
  requests: { icon: IconMessageCircle2, href: '/portal/requests' },
  signatures: { icon: IconSignature, href: '/portal/signatures' },
  mails: { icon: IconMail },
}

/** What is kept about the employee: of each kind how much, why, and until when. */
export function KeptSection() {
  const t = useWords(myDataWords)
  const kept = useQuery(keptQuery)
  return (
    <Section title={t('kept.title')} description={t('kept.text')} flush>
      {kept.error && !kept.data && <ErrorState error={kept.error} onRetry={() => void kept.refetch()} />}
      {kept.isPending && (
        <div className={classes.loading}>
          <LoadingState lines={8} />
        </div>
      )}
      {kept.data && (
        <>
          <ul className={classes.kinds}>
            {kept.data.map((one) => (
              <li key={one.kind} className={classes.kind}>
                <Kind kept={one} />
              </li>
            ))}
          </ul>
          <p className={classes.rest}>{t('kept.rest')}</p>
        </>
      )}
    </Section>
  )
}

function Kind({ kept }: { kept: KeptOfKind }) {
  const t = useWords(myDataWords)
  const { kind, count } = kept
  const { icon: Icon, href } = SHOWN[kind]
  const title = t(`kept.kinds.${kind}.title`)
  return (
    <>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.what}>
        <div className={classes.name}>
          {href === undefined ? (
            <Text fw={600}>{title}</Text>
          ) : (
            <AppLink href={href} className={classes.link}>
              {title}
            </AppLink>
          )}
          {count !== null && kind !== 'profile' && (
            <Text component="span" size="sm" c="dimmed">
              {count === 0 ? t('kept.none') : t('kept.count', { count })}
            </Text>
          )}
        </div>
        <Text size="sm" c="dimmed">
          {t(`kept.kinds.${kind}.text`)}
        </Text>
      </div>
      {count === 0 ? null : <When kept={kept} />}
    </>
  )
}

/** Until when, and by type or form where there are several. */
function When({ kept }: { kept: KeptOfKind }) {
  const t = useWords(myDataWords)
  const { kind, days, groups } = kept
  const named = groups.filter(({ name }) => name !== null)
  return (
    <div className={classes.when}>
      <Text size="xs" c="dimmed">
        {t('kept.when')}
      </Text>
      {days !== null && <p className={classes.line}>{t('kept.days', { count: days })}</p>}
      {days === null && kind === 'vault' && <p className={classes.line}>{t('kept.vaultEnd')}</p>}
      {days === null && kind !== 'vault' && <Lines groups={groups} />}
      {named.length > 1 && (
        <details className={classes.more}>
          <summary>{t(kind === 'requests' ? 'kept.byForm' : 'kept.byType')}</summary>
          <dl className={classes.groups}>
            {named.map((group) => (
              <div key={group.name}>
                <dt>
                  {group.name} <span className={classes.number}>{group.count}</span>
                </dt>
                {kind !== 'vault' && (
                  <dd>
                    <Lines groups={[group]} />
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

/** How long some are kept; with numbers where it is not the same for all. */
function Lines({ groups }: { groups: readonly KeptGroup[] }) {
  const t = useWords(myDataWords)
  const keeping = together(groups)
  const lines = keepLines(keeping, new Date().toISOString().slice(0, 10))
  const textOf = useLineText()
  return (
    <>
      {lines.map((line) => (
        <p key={line.says} className={classes.line}>
          {lines.length > 1 ? t('kept.some', { count: line.count, text: textOf(line) }) : textOf(line)}
        </p>
      ))}
      {keeping.legal_bases.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('kept.basis', { basis: keeping.legal_bases.join(' · ') })}
        </Text>
      )}
    </>
  )
}

function useLineText(): (line: KeepLine) => string {
  const t = useWords(myDataWords)
  const format = useFormat()
  return (line) => {
    if (line.says === 'until') return t('kept.until', { date: format.date(line.until) })
    if (line.says === 'between') {
      return t('kept.between', { first: format.date(line.first), last: format.date(line.last) })
    }
    return t(`kept.${line.says}`)
  }
}
