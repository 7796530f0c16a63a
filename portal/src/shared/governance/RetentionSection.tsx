import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import classes from './RetentionSection.module.css'
import { type Retained, type Retention, retentionQuery } from './retention.api.ts'
import { useStateOf } from './use-state-of.ts'
import { keptWords } from './words.ts'

const TONES: Record<Retention['state'], Tone> = {
  held: 'warning',
  due: 'bad',
  scheduled: 'info',
  waiting: 'neutral',
  kept: 'neutral',
}

/** How long something is kept, and why. */
export function RetentionSection({ of, id }: { of: Retained; id: string }) {
  const t = useWords(keptWords)
  const { data, error } = useQuery(retentionQuery(of, id))
  return (
    <Section title={t('retention.title')}>
      {error && !data && <Text size="sm">{t('retention.failed')}</Text>}
      {!error && !data && <Skeleton h={48} />}
      {data && <Told retention={data} />}
    </Section>
  )
}

function Told({ retention }: { retention: Retention }) {
  const stateOf = useStateOf()
  const { state, explanation, policies } = retention
  const mayOpen = mayAdmin(useSession(), 'retention_policies:read')
  const decides = policies.find((one) => one.decides)
  return (
    <>
      <StatusBadge tone={TONES[state]}>{stateOf(retention)}</StatusBadge>
      <p className={classes.sentence}>{explanation}</p>
      {decides && (
        <p className={classes.policy}>
          {mayOpen ? (
            <AppLink href={`/portal/admin/retention/${encodeURIComponent(decides.id)}`} className={rows.link}>
              {decides.name}
            </AppLink>
          ) : (
            decides.name
          )}
          {decides.legal_basis && <span> · {decides.legal_basis}</span>}
        </p>
      )}
    </>
  )
}
