import { ABOUT_MANAGERS, declareColumns } from '#kernel/personal-data/columns.ts'

export const noteColumns = declareColumns({
  area: 'Notes',
  holdings: {
    notes: {
      name: 'Notes',
      what: 'the text, whom or what it is about, who wrote it',
      whose: ['employees', 'managers'],
      why: 'To hand on what the next manager has to know or to do',
      until: 'As the retention policies on notes say; without a policy until it is deleted, or its document is',
      seenBy:
        'Managers with `notes:read` who may see the employee or the document, or only those whom the author named; applications with `notes:read`. Employees see notes on themselves in their access package.',
      erasure: { by: 'notes', how: 'deleted' },
      handedOut: 'notes',
    },
    readers: {
      name: 'Readers of notes',
      what: 'which managers may read a note, who is reminded of it and when',
      whose: ['managers'],
      why: 'To keep a note among those it is meant for, and to remind them',
      until: 'As long as the note',
      seenBy: 'Who may read the note',
      ...ABOUT_MANAGERS,
    },
  },
  tables: {
    notes: {
      holds: {
        notes: ['employee_key', 'document_key', 'description', 'actor_type', 'actor_id', 'actor_name'],
      },
      none: ['client_id', 'id', 'is_restricted', 'remind_date', 'reminding_since', 'reminded_at', 'created_at'],
    },
    note_readers: { holds: { readers: ['user_key'] }, none: ['client_id', 'note_id'] },
    note_reminders: {
      holds: { readers: ['user_key', 'due_at', 'sent_at', 'given_up_at'] },
      none: ['client_id', 'note_id', 'failures'],
    },
  },
})
