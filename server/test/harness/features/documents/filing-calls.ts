import assert from 'node:assert/strict'
import type { Document, Kind } from '#modules/documents/schemas.ts'
import { APPLICATIONS, type TestApp, type TestApplication } from '#test/harness/app.ts'
import { acme, globex } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { aDocumentType } from './document-calls.ts'

export const BOTH_KINDS = ['employee', 'company'] as const

type FileOptions = { file?: Buffer | string; filename?: string; application?: TestApplication }
export type FiledOptions = FileOptions & Record<string, unknown>

/** Group A calls that file documents; what a document needs and is not told is made for it. */
export function filingCalls(service: TestApp) {
  const { v2 } = service
  const { upload } = importCalls(service)

  /** An upload that is there, of a PDF unless told otherwise. */
  function anUpload({ file = aPdf(), filename = 'file.pdf', application = 'payroll' }: FileOptions = {}) {
    return upload(file, { filename, application })
  }

  const usual = new Map<TestApplication, Promise<string>>()
  /** An upload for documents whose file nobody looks at: one may be used for many. */
  function theUsualUpload(application: TestApplication): Promise<string> {
    const upload = usual.get(application) ?? anUpload({ application })
    usual.set(application, upload)
    return upload
  }

  /** What says where a document is filed: a type, and an employee or an organization of its own. */
  async function aPlace(kind: Kind, given: Record<string, unknown>, application: TestApplication) {
    const owner = APPLICATIONS[application].client === 'acme' ? acme : globex
    const { document_type_code = await aDocumentType(service, { kind, owner }) } = given
    if (kind === 'employee') {
      const { employee_technical_id = await anEmployee(service, { owner }) } = given
      return { document_type_code, employee_technical_id }
    }
    const { organization_codes = [await anOrganization(service, { owner })] } = given
    return { document_type_code, organization_codes }
  }

  /** A document that was filed by `POST /…_documents`, as it was answered. */
  async function aDocument(kind: Kind, options: FiledOptions = {}): Promise<Document> {
    const { file, filename, application = 'payroll', ...given } = options
    const isUsual = file === undefined && filename === undefined
    const own = {
      ...(file === undefined ? {} : { file }),
      ...(filename === undefined ? {} : { filename }),
      application,
    }
    const upload_id = await (isUsual ? theUsualUpload(application) : anUpload(own))
    const body = { title: 'A document', upload_id, ...(await aPlace(kind, given, application)), ...given }
    const answer = await v2('POST', `/${kind}_documents`, { application, body })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json()
  }

  const at = ({ kind, id }: Pick<Document, 'kind' | 'id'>) => `/${kind}_documents/${id}`

  return { anUpload, aPlace, aDocument, at }
}

/** The events that tell of a resource, in their order. */
export async function eventsWithData({ db }: TestApp, resourceId: string): Promise<{ type: string; data: unknown }[]> {
  const told = db.selectFrom('events').select(['type', 'data']).where('resource_id', '=', resourceId)
  return told.orderBy('id').execute()
}

/** What a type may ask of its documents: one of each kind. */
export const ATTRIBUTES = {
  metas: [
    { code: 'signed_on', type: 'date', required: true },
    { code: 'level', type: 'list', values: ['A', 'B'] },
    { code: 'pages', type: 'integer' },
    { code: 'remark', type: 'string' },
  ],
  filters: [
    { code: 'year', type: 'integer', values: ['2024', '2025'] },
    { code: 'site', type: 'string', required: true },
  ],
}

/** What suits it. */
export const GIVEN = {
  document_type_metas: { signed_on: '2024-02-29', level: 'B', pages: -3, remark: 'Née 🙂' },
  document_type_filters: { year: 2024, site: 'Lyon' },
}
