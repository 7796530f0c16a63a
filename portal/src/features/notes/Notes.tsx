import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconAlarm, IconEyeCheck, IconNote, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { fullName } from '#kernel/session/session.ts'
import { RetentionLine } from '#shared/governance/RetentionLine.tsx'
import { useKeptRefusals } from '#shared/governance/refusals.ts'
import { NOTES_KEY, type Note, type NoteSubject } from '#shared/notes/notes.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { NoteForm } from './NoteForm.tsx'
import classes from './notes.module.css'
import { noteWords } from './words.ts'

/** Notes on an employee or a document, newest first, and a form for the next one. */
export function Notes({ subject, isWriter }: { subject: NoteSubject; isWriter: boolean }) {
  const t = useWords(noteWords)
  const [isWriting, setWriting] = useState(false)
  const list = useCursorList([...NOTES_KEY, subject], ({ cursor, signal }) =>
    unwrapPage(
      api.GET('/portal/api/manager/notes', {
        params: { query: { ...subject, ...given({ cursor, per_page: 50 }) } },
        signal,
      }),
    ),
  )
  const { hidden, remove } = useDelayedRemoval()
  const notes = list.rows.filter((note) => !hidden.has(note.id))
  const write = isWriter && !isWriting && (
    <Button size="xs" variant="light" onClick={() => setWriting(true)}>
      {t('notes.add')}
    </Button>
  )
  return (
    <Section title={t('notes.title')} description={t('notes.text')} actions={write} flush>
      {isWriting && <NoteForm subject={subject} onDone={() => setWriting(false)} />}
      {list.isLoading && (
        <div className={rows.note}>
          <LoadingState lines={3} />
        </div>
      )}
      {list.error !== null && list.rows.length === 0 && <ErrorState error={list.error} onRetry={list.retry} />}
      {!list.isLoading && !list.error && notes.length === 0 && !isWriting && (
        <EmptyState icon={IconNote} title={t('notes.none')} text={isWriter ? t('notes.noneText') : undefined} />
      )}
      <ul className={rows.rows}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} onDelete={() => remove(note.id)} />
        ))}
      </ul>
      {list.hasMore && (
        <Text component="div" ta="center" p="md">
          <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
            {t('notes.more')}
          </Button>
        </Text>
      )}
    </Section>
  )
}

function NoteItem({ note, onDelete }: { note: Note; onDelete: () => void }) {
  const t = useWords(noteWords)
  const format = useFormat()
  return (
    <li className={rows.note}>
      <Group wrap="nowrap" align="flex-start" justify="space-between">
        <p className={classes.noteText}>{note.description}</p>
        {note.may_delete && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('notes.delete')} onClick={onDelete}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <div className={classes.facts}>
        <span>
          {note.author ?? t('notes.somebody')} · <RelativeTime value={note.created_at} />
        </span>
        {note.remind_date && (
          <Group component="span" gap={4} wrap="nowrap">
            <IconAlarm size={15} aria-hidden />
            {t(note.reminded_at ? 'notes.reminded' : 'notes.reminds', { date: format.dateTime(note.remind_date) })}
          </Group>
        )}
        <Group component="span" gap={4} wrap="nowrap">
          <IconEyeCheck size={15} style={{ flexShrink: 0 }} aria-hidden />
          {note.readers ? t('notes.readers', { names: note.readers.map(fullName).join(', ') }) : t('notes.everyone')}
        </Group>
        <RetentionLine of="notes" id={note.id} />
      </div>
    </li>
  )
}

/** As long as the notice offers to take it back. */
const UNDO_MS = 8000

/** Hides notes at once, and deletes them unless the manager undoes it. Leaving the page does not undo it. */
function useDelayedRemoval() {
  const refusals = useKeptRefusals()
  const t = useWords(noteWords)
  const notify = useNotify()
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (id: string) => setHidden((old) => new Set([...old].filter((one) => one !== id)))
  const remove = (id: string) => {
    setHidden((old) => new Set(old).add(id))
    const timer = setTimeout(() => {
      unwrap(api.DELETE('/portal/api/manager/notes/{id}', { params: { path: { id } } }))
        .catch((error: unknown) => {
          show(id)
          notify.failure(error, refusals)
        })
        .finally(() => void client.invalidateQueries({ queryKey: NOTES_KEY }))
    }, UNDO_MS)
    notify.undo(t('notes.deleted'), () => {
      clearTimeout(timer)
      show(id)
    })
  }
  return { hidden, remove }
}
