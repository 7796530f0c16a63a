import type { Routes } from '#platform/http/routes.ts'
import { noteOnDocument, noteOnEmployee } from './create-note.ts'
import { CreatedNote, NoteOnDocument, NoteOnEmployee } from './schemas.ts'

export const noteRoutesV1: Routes = (v1) => {
  v1.post(
    '/notes/employees',
    {
      config: { allow: ['api_key'], refuses: ['not_found'] },
      schema: {
        operationId: 'createNoteOnEmployee',
        summary: 'Create a note on an employee',
        body: NoteOnEmployee,
        response: { 201: CreatedNote },
      },
    },
    async (request, reply) => {
      const { employee_technical_id, ...input } = request.body
      const { id } = await request.work((work) => noteOnEmployee(work, employee_technical_id, input))
      return reply.code(201).send({ id })
    },
  )

  v1.post(
    '/notes/documents',
    {
      config: { allow: ['api_key'], refuses: ['not_found'] },
      schema: {
        operationId: 'createNoteOnDocument',
        summary: 'Create a note on a document',
        body: NoteOnDocument,
        response: { 201: CreatedNote },
      },
    },
    async (request, reply) => {
      const { document_id, ...input } = request.body
      const { id } = await request.work((work) => noteOnDocument(work, document_id, input))
      return reply.code(201).send({ id })
    },
  )
}
