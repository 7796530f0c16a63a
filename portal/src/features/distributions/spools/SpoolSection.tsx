import { Button, Collapse, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  distributionKeys,
  optionsQuery,
  type Project,
  removeSpool,
  type Spool,
} from '#features/distributions/distributions.api.ts'
import classes from '#features/distributions/OverviewTab.module.css'
import { isOpen, SPOOL_TONES } from '#features/distributions/state.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { SpoolPicker } from './SpoolPicker.tsx'
import { useSpoolDrafts } from './spool-drafts.ts'

/** The files of a project, and a place for more of them. */
export function SpoolSection({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const mayChange = project.may_write && isOpen(project)
  const isEmpty = project.distributions.length === 0
  const [isAdding, { toggle, close }] = useDisclosure(isEmpty)
  const add = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-expanded={isAdding}
      onClick={toggle}
    >
      {t('spool.add')}
    </Button>
  )
  return (
    <Section title={t('spool.title')} actions={mayChange && add} flush>
      {mayChange && (
        <Collapse expanded={isAdding}>
          <AddSpools project={project} onSent={close} />
        </Collapse>
      )}
      {isEmpty ? (
        !isAdding && <EmptyState title={t('spool.empty')} text={t('spool.emptyText')} />
      ) : (
        <ul className={classes.spools}>
          {project.distributions.map((spool) => (
            <SpoolLine key={spool.id} project={project} spool={spool} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function AddSpools({ project, onSent }: { project: Project; onSent: () => void }) {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const types = useQuery(optionsQuery).data?.types ?? []
  const spools = useSpoolDrafts(types)
  const count = spools.drafts.length
  const send = async () => {
    if (!spools.check()) return
    const refused = await spools.send(project.id)
    await queryClient.invalidateQueries({ queryKey: distributionKeys.all })
    for (const { error } of refused) notify.failure(error)
    if (refused.length > 0) return
    notify.success(t('spool.sent'))
    onSent()
  }
  return (
    <form
      style={{ padding: 'var(--mantine-spacing-lg)' }}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <SpoolPicker spools={spools} types={types} />
      {count > 0 && (
        <FormActions>
          <Button type="submit" loading={spools.isSending}>
            {t('spool.send', { count })}
          </Button>
        </FormActions>
      )}
    </form>
  )
}

type SpoolLineProps = { project: Project; spool: Spool; mayChange: boolean }

function SpoolLine({ project, spool, mayChange }: SpoolLineProps) {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const format = useFormat()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeSpool(String(project.id), spool.id),
    onSuccess: () => notify.success(t('spool.removed')),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: distributionKeys.all }),
  })
  const isReading = spool.status === 'new' || spool.status === 'processing'
  const facts = [spool.filename, format.bytes(spool.size), t('spool.read', { count: spool.counts.documents })]
  return (
    <li className={classes.spool}>
      <div>
        <div className={classes.spoolName}>{spool.name}</div>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <StatusBadge tone={SPOOL_TONES[spool.status]}>{t(`spool.state.${spool.status}`)}</StatusBadge>
      {mayChange && (
        <ConfirmButton
          size="compact-sm"
          aria-label={t('spool.removeOf', { name: spool.name })}
          loading={remove.isPending}
          question={{
            title: t('spool.removeTitle', { name: spool.name }),
            text: t('spool.removeText'),
            action: t('spool.remove'),
          }}
          onConfirm={() => remove.mutate()}
        >
          {t('spool.remove')}
        </ConfirmButton>
      )}
      {isReading && (
        <div className={classes.wide}>
          <ProgressBar label={t('spool.reading', { name: spool.name })} value={spool.progress} />
        </div>
      )}
      {spool.error && (
        <Text size="sm" className={classes.wide} c="var(--mantine-color-error)">
          <SpoolErrorText error={spool.error} />
        </Text>
      )}
    </li>
  )
}

function SpoolErrorText({ error }: { error: NonNullable<Spool['error']> }) {
  const t = useWords(distributionWords)
  const key = `spool.error.${error.code}` as 'spool.error.damaged'
  const words = t(key)
  return words === key ? error.message : words
}
