import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { createNoteForManager, deleteNoteForManager, listNotesForManager } from './manager-notes.ts'
import {
  ListManagerNotesQuery,
  ListRemindersQuery,
  ManagerNote,
  ManagerNoteInput,
  Reminder,
} from './manager-schemas.ts'
import { isReadable, listReminders, type ReminderRow } from './note-access.ts'
import { NoteParams } from './schemas.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Reminders are recent for so long. */
const RECENT_MS = 30 * DAY_MS

type Deps = { db: Db; cursors: Cursors; clock: Clock }

/** Notes of managers on employees and documents in their perimeter. */
export function managerNoteRoutes(deps: Deps): Routes {
  return (portal) => {
    mountNotes(portal, deps)
    mountDeletion(portal)
    mountReminders(portal, deps)
  }
}

function mountNotes(portal: Http, { db, cursors }: Deps): void {
  portal.get(
    '/manager/notes',
    {
      config: forManagers('notes:read'),
      schema: {
        operationId: 'listManagedNotes',
        summary: 'List the notes on an employee or a document that a manager may read, newest first',
        querystring: ListManagerNotesQuery,
        response: { 200: Type.Array(ManagerNote) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const manager = personOf(request).technical_id
      const { per_page: _, cursor: __, ...subject } = request.query
      const scope = listScope(client, 'managed notes', [manager, subject.employee_technical_id, subject.document_id])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listNotesForManager(db, client, { manager, subject }, page),
      )
    },
  )

  portal.post(
    '/manager/notes',
    {
      config: forManagers('notes:write'),
      schema: {
        operationId: 'writeManagedNote',
        summary: 'Write a note on an employee or a document',
        body: ManagerNoteInput,
        response: { 201: ManagerNote },
      },
    },
    async (request, reply) => {
      const { technical_id } = personOf(request)
      return reply.code(201).send(await request.work((work) => createNoteForManager(work, technical_id, request.body)))
    },
  )
}

function mountDeletion(portal: Http): void {
  portal.delete(
    '/manager/notes/:id',
    {
      config: forManagers('notes:write'),
      schema: {
        operationId: 'deleteManagedNote',
        summary: 'Delete a note and its pending reminder',
        params: NoteParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { technical_id } = personOf(request)
      await request.work((work) => deleteNoteForManager(work, technical_id, request.params.id))
      return reply.code(204).send(null)
    },
  )
}

function mountReminders(portal: Http, { db, cursors, clock }: Deps): void {
  portal.get(
    '/manager/reminders',
    {
      config: forManagers('notes:read'),
      schema: {
        operationId: 'listReminders',
        summary: 'List what a manager is to be reminded of, or was of late',
        querystring: ListRemindersQuery,
        response: { 200: Type.Array(Reminder) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const manager = personOf(request).technical_id
      const { state = 'coming' } = request.query
      const order = { column: 'remind_date', tie: 'id', descending: state === 'past' }
      const scope = listScope(client, 'reminders', [manager, state])
      return answerPage({ cursors, reply, query: request.query, scope }, async (page) => {
        const filters = { readable: await isReadable(db, client, manager), ...spanOf(state, clock.now()) }
        return orderedPage(order, page, (wanted) => listReminders(db, client, filters, wanted), presentReminder)
      })
    },
  )
}

function spanOf(state: 'coming' | 'past', now: Date): { from: Date; until: Date | undefined } {
  if (state === 'coming') return { from: now, until: undefined }
  return { from: new Date(now.getTime() - RECENT_MS), until: now }
}

function presentReminder({ id, remind_date, ...row }: ReminderRow): Reminder {
  return { note_id: id, ...row, remind_date: inSeconds(remind_date) }
}
