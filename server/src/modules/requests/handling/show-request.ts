import type { Client } from '#kernel/work.ts'
import type { Person } from '#modules/directory/index.ts'
import { listConversation, type MessageRow } from '#modules/requests/conversation/comments.ts'
import { type HistoryItemRow, listRecentHistory } from '#modules/requests/conversation/history.ts'
import { inLanguage } from '#modules/requests/forms/form-content.ts'
import type { HistoryItem, Message } from '#modules/requests/portal-schemas.ts'
import type { RequestRow } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { formOf, showAnswers } from './show-answers.ts'

const MAX_SHOWN = 200

type Shown = { isForManagers: boolean; language: string | undefined }

/** A request as both sides see it: what was asked, what was said and what was done. */
export async function showRequest(db: Db, client: Client, request: RequestRow, { isForManagers, language }: Shown) {
  const form = await formOf(db, client, request)
  const [answers, said, deeds] = await Promise.all([
    showAnswers(db, client, { request, form, language }),
    listConversation(db, client, request.id, { withInternal: isForManagers, limit: MAX_SHOWN }),
    listRecentHistory(db, client, request.id, MAX_SHOWN),
  ])
  const { id, subject, body, status, custom_state } = request
  return {
    id,
    subject,
    body,
    status,
    custom_state,
    answers,
    form: { slug: request.form_code, title: inLanguage(form.localized_titles, language, form.title) },
    processing_date_due: orNull(request.processing_date_due),
    created_at: inSeconds(request.created_at),
    updated_at: inSeconds(request.updated_at),
    closed_at: orNull(request.closed_at),
    messages: said.rows.map(presentMessage),
    messages_total: said.total,
    history: isForManagers ? await withNames(db, client, deeds) : deeds.flatMap(asEmployeesSee),
  }
}

export function orNull(moment: Date | null): string | null {
  return moment && inSeconds(moment)
}

export function presentMessage({ id, body, internal, author, by_employee, files, created_at }: MessageRow): Message {
  return {
    id,
    body,
    internal,
    author: nameOnly(author),
    side: by_employee ? 'employee' : 'manager',
    files: files.map(({ position, filename, content_type, size }) => ({
      number: position + 1,
      filename,
      content_type,
      size,
    })),
    created_at: inSeconds(created_at),
  }
}

export function nameOnly(person: Person | null): Message['author'] {
  return person && { first_name: person.first_name, last_name: person.last_name }
}

/** What employees are told of: where it stands and until when. Who does it, and how urgent it is, is for managers. */
const FOR_EMPLOYEES = ['status', 'custom_state', 'processing_date_due']

function asEmployeesSee(deed: HistoryItemRow): HistoryItem[] {
  const changes = deed.changes.filter(({ field }) => FOR_EMPLOYEES.includes(field))
  return deed.action === 'created' || changes.length > 0 ? [presentHistoryItem({ ...deed, changes })] : []
}

function presentHistoryItem({ action, side, actor, changes, created_at }: HistoryItemRow): HistoryItem {
  return {
    action: action === 'created' ? 'created' : 'updated',
    side,
    actor: nameOnly(actor),
    changes,
    created_at: inSeconds(created_at),
  }
}

const findNames = statement<{ technical_id: string; name: string }, { client_id: string; technical_ids: string[] }>(`
  SELECT technical_id, first_name || ' ' || last_name AS name FROM users
  WHERE client_id = $client_id AND technical_id = ANY ($technical_ids)`)

/** The history has managers by their ids; people read names. */
async function withNames(db: Db, client: Client, deeds: HistoryItemRow[]): Promise<HistoryItem[]> {
  const named = deeds.flatMap(({ changes }) => changes.filter(({ field }) => field === 'managers_assigned'))
  const ids = [...new Set(named.flatMap(({ from, to }) => [...idsIn(from), ...idsIn(to)]))]
  const rows = ids.length > 0 ? await findNames(db, { client_id: client.id, technical_ids: ids }) : []
  const names = new Map(rows.map(({ technical_id, name }) => [technical_id, name]))
  const called = (value: unknown) => idsIn(value).map((id) => names.get(id) ?? id)
  return deeds.map((deed) =>
    presentHistoryItem({
      ...deed,
      changes: deed.changes.map((change) =>
        change.field === 'managers_assigned'
          ? { field: change.field, from: called(change.from), to: called(change.to) }
          : change,
      ),
    }),
  )
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
