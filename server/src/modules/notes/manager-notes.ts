import { covers } from '#kernel/access/permission.ts'
import type { Client, Work } from '#kernel/work.ts'
import { getEmployeeForManager, permissionsAt } from '#modules/directory/index.ts'
import { getDocumentForManager } from '#modules/documents/index.ts'
import { refuseIfKept } from '#modules/governance/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { invalid, notFound, Problem } from '#platform/problem.ts'
import { noteOnDocument, noteOnEmployee } from './create-note.ts'
import { deleteNotes } from './delete-notes.ts'
import type { ManagerNote, ManagerNoteInput, NoteSubject } from './manager-schemas.ts'
import { isReadable, managerNames, mayReadNote } from './note-access.ts'
import { presentNote } from './present.ts'
import { findNote, listNotes } from './queries.ts'
import type { Note } from './schemas.ts'

const NEWEST_FIRST: ListOrder = { column: 'id', tie: 'id', descending: true }

/** A page of the notes on an employee or a document that a manager may read, newest first. */
export async function listNotesForManager(
  db: Db,
  client: Client,
  { manager, subject }: { manager: string; subject: NoteSubject },
  asked: PageRequest,
): Promise<KeysetPage<ManagerNote>> {
  const permissions = await permissionsOn(db, client, manager, subject)
  if (!covers(permissions, 'notes:read')) throw notFound(...named(subject))
  const readable = await isReadable(db, client, manager)
  const page = await orderedPage(
    NEWEST_FIRST,
    asked,
    (request) => listNotes(db, client, { ...subject, readable }, request),
    presentNote,
  )
  return { ...page, rows: await present(db, client, page.rows, covers(permissions, 'notes:write')) }
}

/** The permissions of a manager on the subject of a note; a hidden subject is answered as not found. */
async function permissionsOn(db: Db, client: Client, manager: string, subject: NoteSubject): Promise<string[]> {
  const { employee_technical_id: employee, document_id: document } = subject
  if (employee !== undefined && document === undefined) {
    const { ancestors } = await getEmployeeForManager(db, client, {
      manager,
      technicalId: employee,
      permission: 'employees:read',
    })
    return permissionsAt(db, client, manager, ancestors)
  }
  if (document !== undefined && employee === undefined) {
    return (await getDocumentForManager(db, client, manager, document)).permissions
  }
  throw invalid('employee_technical_id', 'required', 'Name either an employee or a document.')
}

const named = ({ employee_technical_id, document_id }: NoteSubject): [string, string] =>
  employee_technical_id === undefined ? ['document', document_id ?? ''] : ['employee', employee_technical_id]

async function present(db: Db, client: Client, notes: Note[], may_delete: boolean): Promise<ManagerNote[]> {
  const names = await managerNames(
    db,
    client,
    notes.flatMap((note) => note.visible_by_managers ?? []),
  )
  return notes.map(({ visible_by_managers, ...note }) => ({
    ...note,
    readers: visible_by_managers?.flatMap((id) => names.get(id) ?? []) ?? null,
    may_delete,
  }))
}

/** Writes a note for a manager. Anyone who keeps a note to some managers is one of them. */
export async function createNoteForManager(
  work: Work,
  manager: string,
  { employee_technical_id, document_id, ...input }: ManagerNoteInput,
): Promise<ManagerNote> {
  const { tx, client } = work
  const subject = {
    ...(employee_technical_id === undefined ? {} : { employee_technical_id }),
    ...(document_id === undefined ? {} : { document_id }),
  }
  refuseUnlessMayWrite(await permissionsOn(tx, client, manager, subject))
  const { visible_by_managers: readers } = input
  const given = { ...input, ...(readers ? { visible_by_managers: [...new Set([manager, ...readers])] } : {}) }
  const note =
    employee_technical_id === undefined
      ? await noteOnDocument(work, document_id ?? '', given)
      : await noteOnEmployee(work, employee_technical_id, given)
  const [presented] = await present(tx, client, [note], true)
  if (!presented) throw new Error('The note that was just stored does not exist.')
  return presented
}

function refuseUnlessMayWrite(permissions: string[]): void {
  if (covers(permissions, 'notes:write')) return
  throw new Problem('forbidden', 'not_permitted', 'Your roles do not grant notes:write here.')
}

/** Deletes a note that the manager may read, and with it a reminder that is still to come. */
export async function deleteNoteForManager(work: Work, manager: string, id: string): Promise<void> {
  const { tx, client } = work
  const row = await findNote(tx, client, id)
  if (!row || !(await mayReadNote(tx, client, manager, id))) throw notFound('note', id)
  const { employee_technical_id, document_id } = row
  const subject = employee_technical_id === null ? { document_id: document_id ?? '' } : { employee_technical_id }
  refuseUnlessMayWrite(await permissionsOn(tx, client, manager, subject))
  await refuseIfKept(work, 'note', id)
  await deleteNotes(work, [id])
}
