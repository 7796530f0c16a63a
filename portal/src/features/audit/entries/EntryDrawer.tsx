import { Button, Drawer, Stack } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AUDIT, entryQuery, headQuery, type NamedEntry } from '#features/audit/audit.api.ts'
import { canHash, checkEntry } from '#features/audit/chain/check-entry.ts'
import { auditWords, sentenceWords } from '#features/audit/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useKnownWord, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { uiWords } from '#ui/words.ts'
import { EntryText } from './EntryText.tsx'
import classes from './entries.module.css'

type EntryDrawerProps = { opened: string | undefined; onOpen: (sequence: string | undefined) => void }

/** One entry with all that is stored of it. */
export function EntryDrawer({ opened, onOpen }: EntryDrawerProps) {
  const t = useWords(auditWords)
  const format = useFormat()
  const close = useWords(uiWords)('close')
  const sequence = Number(opened)
  const isThere = opened !== undefined && Number.isSafeInteger(sequence) && sequence > 0
  return (
    <Drawer
      opened={isThere}
      onClose={() => onOpen(undefined)}
      position="right"
      size="lg"
      title={isThere ? t('entry.title', { sequence: format.number(sequence) }) : ''}
      closeButtonProps={{ 'aria-label': close }}
    >
      {isThere && (
        <>
          <Steps sequence={sequence} onOpen={(next) => onOpen(String(next))} />
          <Loaded sequence={sequence} />
        </>
      )}
    </Drawer>
  )
}

function Steps({ sequence, onOpen }: { sequence: number; onOpen: (sequence: number) => void }) {
  const t = useWords(auditWords)
  const last = useQuery(headQuery).data?.sequence ?? sequence
  return (
    <div className={classes.steps}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        disabled={sequence <= 1}
        onClick={() => onOpen(sequence - 1)}
      >
        {t('entry.before')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<IconChevronRight size={16} aria-hidden />}
        disabled={sequence >= last}
        onClick={() => onOpen(sequence + 1)}
      >
        {t('entry.after')}
      </Button>
    </div>
  )
}

function Loaded({ sequence }: { sequence: number }) {
  const { data, error, refetch } = useQuery(entryQuery(sequence))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={8} />
  return <Shown entry={data} />
}

function Shown({ entry }: { entry: NamedEntry }) {
  const t = useWords(auditWords)
  return (
    <Stack>
      <EntryText entry={entry} />
      <DefinitionList items={useFacts(entry)} />
      <Details entry={entry} />
      <Section title={t('entry.proof')}>
        <Holds entry={entry} />
        <DefinitionList items={useProof(entry)} stacked />
      </Section>
      <Followed entry={entry} />
    </Stack>
  )
}

function useFacts({ at, action, outcome, actor, subject, subject_hash, resource }: NamedEntry) {
  const t = useWords(auditWords)
  const known = useKnownWord(sentenceWords)
  const format = useFormat()
  const erased = t('entry.erased')
  return [
    { label: t('entry.when'), value: `${format.dateTime(at)} (${at})` },
    { label: t('entry.what'), value: action },
    {
      label: t('entry.outcome'),
      value: <StatusBadge tone={outcome === 'refused' ? 'bad' : 'good'}>{t(`filters.${outcome}`)}</StatusBadge>,
    },
    { label: t('entry.by'), value: actor ? [actor.name, actor.id].filter(Boolean).join(' · ') : erased },
    ...(actor?.address ? [{ label: t('entry.address'), value: actor.address }] : []),
    ...(subject_hash === null ? [] : [{ label: t('entry.about'), value: subject ? subject.technical_id : erased }]),
    ...(resource
      ? [
          {
            label: t('entry.object'),
            value: [known(`kinds.${resource.type}`) ?? resource.type, resource.id].filter(Boolean).join(' · '),
          },
        ]
      : []),
  ]
}

/** What the entry says beyond that, as it is hashed. */
function Details({ entry: { details } }: { entry: NamedEntry }) {
  const t = useWords(auditWords)
  const entries = Object.entries(details)
  if (entries.length === 0) return null
  const show = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'entry.yes' : 'entry.no')
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  return (
    <Section title={t('entry.details')}>
      <DefinitionList items={entries.map(([label, value]) => ({ label, value: show(value) }))} />
    </Section>
  )
}

/** Whether the hashes are those of what stands there; made by this browser, where it can. */
function Holds({ entry }: { entry: NamedEntry }) {
  const t = useWords(auditWords)
  const { client } = useSession()
  const { data: flaw } = useQuery({
    queryKey: ['audit', 'checked', entry.sequence, entry.hash, entry.actor === null, entry.subject === null],
    queryFn: () => checkEntry(entry, client.id),
    enabled: canHash(),
  })
  if (flaw === undefined) return null
  return (
    <p className={classes.holds} data-tone={flaw ? 'bad' : 'good'} role="status">
      {flaw ? <IconShieldExclamation size={18} aria-hidden /> : <IconShieldCheck size={18} aria-hidden />}
      {flaw ? t(`state.why.${flaw}`) : t('entry.holds')}
    </p>
  )
}

function useProof({ hash, previous_hash, actor, actor_hash, subject, subject_hash }: NamedEntry) {
  const t = useWords(auditWords)
  const shown = (label: string, text: string | null | undefined) =>
    text ? [{ label, value: <span className={classes.hash}>{text}</span> }] : []
  return [
    ...shown(t('entry.hash'), hash),
    ...shown(t('entry.previous'), previous_hash),
    ...shown(t('entry.actorHash'), actor_hash),
    ...shown(t('entry.actorSalt'), actor?.salt),
    ...shown(t('entry.subjectHash'), subject_hash),
    ...shown(t('entry.subjectSalt'), subject?.salt),
  ]
}

function Followed({ entry: { resource, subject } }: { entry: NamedEntry }) {
  const t = useWords(auditWords)
  return (
    <>
      {resource?.id && (
        <AppLink href={`${AUDIT}?${new URLSearchParams({ object: resource.type, id: resource.id })}`}>
          {t('entry.sameObject')}
        </AppLink>
      )}
      {subject && (
        <AppLink href={`${AUDIT}?${new URLSearchParams({ subject: subject.technical_id })}`}>
          {t('entry.sameSubject')}
        </AppLink>
      )}
    </>
  )
}
