import { sql } from 'kysely'
import { nameIn } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { type EmployeeOrganization, findEmployeeOrganizations } from '#modules/directory/index.ts'
import { isOfOrganizations } from '#modules/documents/access/employee-access.ts'
import type { FolderOwner } from '#modules/documents/folder/folder-documents.ts'
import type { EmployeeCompanyDocument, ListEmployeeCompanyDocumentsQuery } from '#modules/documents/folder/schemas.ts'
import { listDocuments } from '#modules/documents/list-documents.ts'
import { presentDocument } from '#modules/documents/present.ts'
import { DOCUMENT_COLUMNS, type DocumentRow } from '#modules/documents/queries.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { listAllTypes } from '#modules/documents/types/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { ofClient } from '#platform/db/statement.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'

/** A page of the company documents that an employee may read, newest first. */
export async function listEmployeeCompanyDocuments(
  db: Db,
  client: Client,
  { employee, query }: { employee: FolderOwner; query: ListEmployeeCompanyDocumentsQuery },
  asked: PageRequest,
): Promise<KeysetPage<EmployeeCompanyDocument>> {
  const organizations = await findEmployeeOrganizations(db, client, employee.technical_id)
  const limits = [isOfOrganizations(client, organizations)]
  const page = await listDocuments(db, client, { kind: 'company', query, limits }, asked)
  const present = await presenterFor(db, client, employee, organizations)
  return { ...page, rows: page.rows.map(present) }
}

type Found = { row: DocumentRow; organizations: EmployeeOrganization[] }

/** A company document that an employee may read; any other is not found. */
export async function getEmployeeCompanyDocument(
  db: Db,
  client: Client,
  { technical_id }: FolderOwner,
  id: string,
): Promise<Found> {
  const organizations = await findEmployeeOrganizations(db, client, technical_id)
  const row = isUuid(id) ? await findOne(db, client, organizations, id) : undefined
  if (!row) throw notFound('document', id)
  return { row, organizations }
}

export async function describeEmployeeCompanyDocument(
  db: Db,
  client: Client,
  employee: FolderOwner,
  id: string,
): Promise<EmployeeCompanyDocument> {
  const { row, organizations } = await getEmployeeCompanyDocument(db, client, employee, id)
  const present = await presenterFor(db, client, employee, organizations)
  return present(presentDocument(row))
}

async function findOne(
  db: Db,
  client: Client,
  organizations: EmployeeOrganization[],
  id: string,
): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    SELECT ${ofClient(DOCUMENT_COLUMNS, client)} FROM documents document
    WHERE document.id = ${id} AND document.client_id = ${client.id}
      AND ${isOfOrganizations(client, organizations).onWalk}`.execute(db)
  return rows[0]
}

/** Names are in the language of the employee. Organizations that are not the employee's are not told. */
async function presenterFor(
  db: Db,
  client: Client,
  { language }: FolderOwner,
  organizations: EmployeeOrganization[],
): Promise<(document: Document) => EmployeeCompanyDocument> {
  const types = await listAllTypes(db, client)
  const typeNames = new Map(types.map((one) => [one.code, nameIn(one.localized_names, language, one.name)]))
  const own = new Map(
    organizations.map(({ code, name, localized_names }) => [
      code,
      { code, name: nameIn(localized_names, language, name) },
    ]),
  )
  return (document) => {
    const { id, title, document_type_code, date, filename, content_type, size, sha256, page_count } = document
    return {
      id,
      title,
      document_type_code,
      date,
      filename,
      content_type,
      size,
      sha256,
      page_count,
      document_type_name: typeNames.get(document_type_code) ?? document_type_code,
      document_type_metas: document.document_type_metas,
      organizations: document.organization_codes.flatMap((code) => own.get(code) ?? []),
      created_at: document.created_at,
    }
  }
}
