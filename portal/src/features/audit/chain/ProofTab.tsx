import { ActionIcon, Button, Text, Title } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDownload, IconFileCode, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { auditKeys, type Checkpoint, exportHref, listCheckpoints } from '#features/audit/audit.api.ts'
import { auditWords } from '#features/audit/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { CodeBlock } from '#ui/text/CodeBlock.tsx'
import classes from './chain.module.css'

/** All checkpoints, and how to check an export without this service. */
export function ProofTab() {
  const t = useWords(auditWords)
  const titleId = useId()
  const list = useCursorList([...auditKeys.all, 'checkpoints'], listCheckpoints)
  return (
    <>
      <CheckYourself />
      <section aria-labelledby={titleId} className={classes.checkpoints}>
        <Title order={2} size="h4" id={titleId}>
          {t('checkpoint.list')}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {t('checkpoint.text')}
        </Text>
        <DataTable
          label={t('checkpoint.list')}
          columns={useColumns()}
          list={list}
          rowId={({ sequence, at }) => `${sequence} ${at}`}
          empty={
            <EmptyState icon={IconRosetteDiscountCheck} title={t('checkpoint.none')} text={t('checkpoint.noneText')} />
          }
        />
      </section>
    </>
  )
}

const COMMAND = 'node verify.mjs audit.jsonl'

function CheckYourself() {
  const t = useWords(auditWords)
  return (
    <Section title={t('proof.title')} description={t('proof.text')}>
      <div className={classes.steps}>
        <Button
          component="a"
          href={exportHref('jsonl')}
          download="audit.jsonl"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('proof.export')}
        </Button>
        <Button
          component="a"
          href="/verify.mjs"
          download="verify.mjs"
          variant="default"
          leftSection={<IconFileCode size={16} aria-hidden />}
        >
          {t('proof.verifier')}
        </Button>
      </div>
      <CodeBlock label={t('proof.command')} code={COMMAND} />
      <Text size="sm" c="dimmed" mt="sm">
        {t('proof.outcome')}
      </Text>
    </Section>
  )
}

function useColumns(): Column<Checkpoint>[] {
  const t = useWords(auditWords)
  const format = useFormat()
  return [
    { id: 'at', header: t('checkpoint.at'), width: '14rem', render: ({ at }) => format.dateTime(at) },
    {
      id: 'sequence',
      header: t('checkpoint.sequence'),
      width: '8rem',
      align: 'end',
      render: ({ sequence }) => format.number(sequence),
    },
    {
      id: 'hash',
      header: t('checkpoint.hash'),
      hideBelow: 'md',
      render: ({ hash }) => <span className={classes.hash}>{hash}</span>,
    },
    {
      id: 'seal',
      header: t('checkpoint.seal'),
      width: '5rem',
      render: (checkpoint) => <CopySeal checkpoint={checkpoint} />,
    },
  ]
}

function CopySeal({ checkpoint: { seal, sequence } }: { checkpoint: Checkpoint }) {
  const t = useWords(auditWords)
  const format = useFormat()
  const clipboard = useClipboard({ timeout: 2500 })
  return (
    <ActionIcon
      variant="default"
      aria-label={t('checkpoint.copy', { sequence: format.number(sequence) })}
      onClick={() => clipboard.copy(seal)}
    >
      {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  )
}
