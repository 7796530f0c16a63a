import { Button } from '@mantine/core'
import { IconLockOpen, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { holdWords } from '#features/governance/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { HeldItems } from './HeldItems.tsx'
import { EditHold, ReleaseHold } from './HoldDialogs.tsx'
import { HoldScope } from './HoldScope.tsx'
import { HOLDS, holdQuery, type LegalHold } from './holds.api.ts'
import classes from './holds.module.css'
import { nameOfActor } from './LegalHoldsPage.tsx'
import { useHoldName } from './use-hold-name.ts'

/** One hold: what it is for, what it covers, and its end. */
export function LegalHoldPage() {
  const t = useWords(holdWords)
  const { data, error, refetch } = useQuery(holdQuery(usePathParam('id')))
  if (data) return <Shown hold={data} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} breadcrumbs={[{ label: t('title'), href: HOLDS }]} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </>
  )
}

function Shown({ hold }: { hold: LegalHold }) {
  const t = useWords(holdWords)
  const isOpen = hold.status === 'open'
  return (
    <>
      <PageHeader
        title={useHoldName()(hold)}
        breadcrumbs={[{ label: t('title'), href: HOLDS }]}
        badge={<StatusBadge tone={isOpen ? 'warning' : 'neutral'}>{t(`status.${hold.status}`)}</StatusBadge>}
        description={hold.reference}
        actions={<Actions hold={hold} />}
      />
      <div className={classes.page}>
        <HeldItems hold={hold} />
        <div className={classes.facts}>
          <Section title={t('one.why')}>
            <p className={classes.reason}>{hold.reason}</p>
          </Section>
          <Section title={t('one.facts')}>
            <DefinitionList items={useFacts(hold)} stacked />
          </Section>
          {hold.kind === 'matter' && <HoldScope scope={hold.scope} />}
        </div>
      </div>
    </>
  )
}

function useFacts({ created_by, created_at, released_by, released_at, release_reason }: LegalHold) {
  const t = useWords(holdWords)
  const format = useFormat()
  const by = (actor: LegalHold['released_by']) => {
    const via = actor?.on_behalf_of && actor.name ? t('one.via', { name: actor.name }) : ''
    return [nameOfActor(actor) ?? t('system'), via].filter(Boolean).join(' · ')
  }
  const placed = [
    { label: t('columns.placedBy'), value: by(created_by) },
    { label: t('columns.placedAt'), value: format.dateTime(created_at) },
  ]
  if (!released_at) return placed
  return [
    ...placed,
    { label: t('columns.releasedBy'), value: by(released_by) },
    { label: t('columns.releasedAt'), value: format.dateTime(released_at) },
    { label: t('one.releaseReason'), value: release_reason },
  ]
}

function Actions({ hold }: { hold: LegalHold }) {
  const t = useWords(holdWords)
  const [dialog, setDialog] = useState<'edit' | 'release'>()
  if (!mayAdmin(useSession(), 'legal_holds:write')) return null
  const close = () => setDialog(undefined)
  return (
    <>
      {hold.kind === 'matter' && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
          {t('edit.open')}
        </Button>
      )}
      {hold.status === 'open' && (
        <Button
          variant="default"
          leftSection={<IconLockOpen size={16} aria-hidden />}
          onClick={() => setDialog('release')}
        >
          {t('release.open')}
        </Button>
      )}
      {dialog === 'edit' && <EditHold hold={hold} onClose={close} />}
      {dialog === 'release' && <ReleaseHold hold={hold} onClose={close} />}
    </>
  )
}
