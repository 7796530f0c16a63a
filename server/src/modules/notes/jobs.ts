import { defineJob, type JobContext } from '#kernel/jobs.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayReadNote } from './note-access.ts'
import { reminderMail } from './reminder-mail.ts'
import {
  addReminders,
  type DueReminder,
  finishNotes,
  lockDueNote,
  lockDueReminder,
  markFailed,
  markSent,
  removeReminder,
} from './reminder-queries.ts'

/** As many mails are on their way at once. */
const CONCURRENT_MAILS = 4
const MINUTE_MS = 60_000
const LONGEST_WAIT_MINUTES = 6 * 60
/** After some three days. */
const MAX_FAILURES = 20

/**
 * Reminds managers of notes that are due, however long ago. Whom a note may remind is settled once; then each reminder is
 * checked against what its manager may read, sent under a lock of its own and written down with its sending, so that any
 * number of workers share the work, and what a worker that dies has not written down is done by another.
 */
export const remindManagers = defineJob(
  'notes.remind',
  async (_data, context) => {
    await exhaust(context, settleOne)
    await Promise.all(Array.from({ length: CONCURRENT_MAILS }, () => exhaust(context, sendOne)))
    await finishNotes(context.db, context.clock.now())
  },
  { schedule: '* * * * *' },
)

/** Repeats a step, each time in a separate transaction, until there is nothing left to do. */
async function exhaust(context: JobContext, step: (tx: Tx, context: JobContext) => Promise<boolean>): Promise<void> {
  do context.signal.throwIfAborted()
  while (await context.db.transaction().execute((tx) => step(tx, context)))
}

async function settleOne(tx: Tx, { clock }: JobContext): Promise<boolean> {
  const note = await lockDueNote(tx, clock.now())
  if (note) await addReminders(tx, note, clock.now())
  return note !== undefined
}

async function sendOne(tx: Tx, { clock, mailer, publicUrl }: JobContext): Promise<boolean> {
  const reminder = await lockDueReminder(tx, clock.now())
  if (!reminder) return false
  if (!(await mayBeReminded(tx, reminder))) {
    await removeReminder(tx, reminder)
    return true
  }
  try {
    await mailer.send(reminderMail(reminder, publicUrl), { clientId: reminder.client_id, kind: 'reminder' })
  } catch {
    await markFailed(tx, reminder, afterFailure(reminder, clock.now()))
    return true
  }
  await markSent(tx, reminder, clock.now())
  return true
}

/** Spec 168, 274: the reminder goes to managers who may see the note, by the same rule as in the portal. */
async function mayBeReminded(tx: Tx, reminder: DueReminder): Promise<boolean> {
  if (reminder.is_switched_off) return false
  const client = { id: reminder.client_id, languages: [] }
  return mayReadNote(tx, client, reminder.manager_technical_id, reminder.note_id)
}

function afterFailure({ failures }: DueReminder, now: Date): { dueAt: Date; givenUpAt: Date | null } {
  const waitMinutes = Math.min(2 ** failures, LONGEST_WAIT_MINUTES)
  const isLast = failures + 1 >= MAX_FAILURES
  return { dueAt: new Date(now.getTime() + waitMinutes * MINUTE_MS), givenUpAt: isLast ? now : null }
}
