import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { changeIf } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Work } from '#kernel/work.ts'
import { refuseIfKept } from '#modules/governance/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { deleteNotes } from './delete-notes.ts'
import { presentNote } from './present.ts'
import { findNote, listNotes } from './queries.ts'
import { ListNotesQuery, Note, NoteParams } from './schemas.ts'

const { read, write } = accessTo('notes')
const NEWEST_FIRST: ListOrder = { column: 'id', tie: 'id', descending: true }

export function noteRoutes({ db, cursors }: { db: Db; cursors: Cursors }): Routes {
  return (v2) => {
    v2.get(
      '/notes',
      {
        config: read,
        schema: {
          operationId: 'listNotes',
          summary: 'List notes, newest first',
          querystring: ListNotesQuery,
          response: { 200: Type.Array(Note) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const { employee_technical_id, document_id } = request.query
        const filters = { employee_technical_id, document_id }
        const scope = listScope(client, 'notes', [employee_technical_id, document_id])
        return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
          orderedPage(NEWEST_FIRST, page, (wanted) => listNotes(db, client, filters, wanted), presentNote),
        )
      },
    )

    v2.get(
      '/notes/:id',
      {
        config: read,
        schema: { operationId: 'getNote', summary: 'Read a note', params: NoteParams, response: { 200: Note } },
      },
      async (request) => {
        const row = await findNote(db, callerOf(request).client, request.params.id)
        if (!row) throw notFound('note', request.params.id)
        return presentNote(row)
      },
    )

    v2.delete(
      '/notes/:id',
      {
        config: { ...write, isConditional: true, refuses: ['conflict'] },
        schema: {
          operationId: 'deleteNote',
          summary: 'Delete a note and its pending reminder',
          params: NoteParams,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        // A note never changes, so there is nothing to lock.
        const lockCurrent = async ({ tx, client }: Work) => {
          const row = await findNote(tx, client, id)
          return row && presentNote(row)
        }
        await changeIf(request, { schema: Note, lockCurrent }, async (work) => {
          await refuseIfKept(work, 'note', id)
          if ((await deleteNotes(work, [id])).length === 0) throw notFound('note', id)
        })
        return reply.code(204).send(null)
      },
    )
  }
}
