import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at, fileOf, headersOf } from '../http/answer-of.ts'
import { resource } from './resource.ts'

const V2 = '/api/v2/client'
const EMPLOYEE = `${V2}/employee_documents` as const
const COMPANY = `${V2}/company_documents` as const

/** Documents in the folders of employees. */
export function employeeDocuments(raw: Client<paths>) {
  return {
    ...resource(raw, EMPLOYEE, `${EMPLOYEE}/{id}`, {}),
    ...statesAndFiles(raw, EMPLOYEE),
    /** Takes it out of the employee's vault; it stays in the folder. */
    unlink: async (employeeTechnicalId: string, id: string): Promise<void> => {
      const path = { technical_id: employeeTechnicalId, document_id: id }
      await answerOf(raw.DELETE(`${V2}/employees/{technical_id}/documents/{document_id}/link`, at(path)))
    },
  }
}

/** Documents of organizations. */
export function companyDocuments(raw: Client<paths>) {
  return { ...resource(raw, COMPANY, `${COMPANY}/{id}`, {}), ...statesAndFiles(raw, COMPANY) }
}

function statesAndFiles<List extends typeof EMPLOYEE | typeof COMPANY>(raw: Client<paths>, list: List) {
  // Both kinds have the same calls, with the same answers.
  const one = `${list}/{id}` as `${typeof EMPLOYEE}/{id}`
  return {
    /** Puts it into the trash. */
    trash: (id: string) => answerOf(raw.PUT(`${one}/trash`, at({ id }))),
    /** Takes it out of the trash. */
    untrash: (id: string) => answerOf(raw.PUT(`${one}/untrash`, at({ id }))),
    /** Its bytes: `blob()`, or the stream `body`; of a range such as `bytes=0-1023`, if one is asked for. */
    file: (id: string, { range }: { range?: string } = {}) =>
      fileOf(raw.GET(`${one}/file`, { ...at({ id }), parseAs: 'stream', ...(range ? { headers: { range } } : {}) })),
    /** The type, size and ETag of the file, without its bytes. */
    fileHeaders: (id: string) => headersOf(raw.HEAD(`${one}/file`, at({ id }))),
    /** A picture of a page of a PDF, as PNG: `blob()`, or the stream `body`. */
    preview: (id: string, query: { page?: number; width?: number } = {}) =>
      fileOf(raw.GET(`${one}/preview`, { params: { path: { id }, query }, parseAs: 'stream' })),
  }
}
