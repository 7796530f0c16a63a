import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { migrate } from '#kernel/migrate.ts'
import { startApp } from '#test/harness/app.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { eventsWithData, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'

const service = await startApp()
const { v2, db, pool } = service
const { aDocument, at } = filingCalls(service)
const { read } = documentCalls(service)
const { idsInVault, linksOf, unlinked, link } = vaultCalls(service)

const hiddenType = () => aDocumentType(service, { visible_by_employee: false })
const show = (type: string, visible_by_employee: boolean) =>
  v2('PATCH', `/document_types/${type}`, { body: { visible_by_employee } })

async function filed(type: string, employee?: string) {
  const employee_technical_id = employee ?? (await anEmployee(service))
  service.clock.advance(1)
  return aDocument('employee', { employee_technical_id, document_type_code: type })
}
const refOf = (one: { employee_technical_id: string | null; id: string }) =>
  `/employees/${one.employee_technical_id}/documents/${one.id}/link`

describe('Decisions 7.5: a document of a type that employees may not see is never in a vault', () => {
  test('it opens no link, is not linked, and cannot be unlinked', async () => {
    const document = await filed(await hiddenType())

    assert.equal(document.linked_to_vault, false)
    assert.deepEqual(await linksOf(document.employee_technical_id), [])
    assert.deepEqual(await idsInVault(document.employee_technical_id), [])
    assert.equal((await v2('DELETE', refOf(document))).statusCode, 404)
    assert.deepEqual(
      (await eventsWithData(service, document.id)).map((one) => [
        one.type,
        (one.data as typeof document).linked_to_vault,
      ]),
      [['employee_document.created', false]],
    )
  })

  test('deleted before its type was ever visible, it is in no vault afterwards either', async () => {
    const type = await hiddenType()
    const document = await filed(type)
    await v2('DELETE', at(document))

    await show(type, true)

    assert.deepEqual(await idsInVault(document.employee_technical_id), [])
    const { rows } = await pool.query('SELECT FROM vault_documents WHERE id = $1', [document.id])
    assert.equal(rows.length, 0)
  })

  test('one that was taken out of the vault stays out, however often its type changes', async () => {
    const type = await aDocumentType(service)
    const document = await filed(type)
    await v2('DELETE', refOf(document))

    for (const visible of [false, true]) await show(type, visible)

    assert.deepEqual(await idsInVault(document.employee_technical_id), [])
    assert.equal((await read('employee', document.id)).linked_to_vault, false)
  })

  test('when the link is deleted meanwhile, the vault keeps what it had and receives nothing else', async () => {
    const type = await aDocumentType(service)
    const had = await filed(type)
    await show(type, false)
    const withheld = await filed(type, had.employee_technical_id ?? '')
    await unlinked(had.employee_technical_id)
    const later = await filed(type, had.employee_technical_id ?? '')
    await link(had.employee_technical_id)
    assert.deepEqual(await idsInVault(had.employee_technical_id), [])

    await show(type, true)

    assert.deepEqual(await idsInVault(had.employee_technical_id), [had.id])
    for (const { id } of [had, withheld, later]) assert.equal((await read('employee', id)).linked_to_vault, false)
  })

  test('a change of a document while its type is hidden loses nothing, and the trash is not a way around it', async () => {
    const type = await aDocumentType(service)
    const document = await filed(type)
    await show(type, false)
    await v2('PATCH', at(document), { body: { title: 'Renamed' } })
    await v2('PUT', `${at(document)}/trash`)
    assert.deepEqual(await idsInVault(document.employee_technical_id), [])

    await show(type, true)

    assert.deepEqual(await idsInVault(document.employee_technical_id), [document.id])
  })

  test('another type of a document counts at once, both ways', async () => {
    const hidden = await hiddenType()
    const open = await aDocumentType(service)
    const document = await filed(hidden)
    const retype = async (document_type_code: string) =>
      (await v2('PATCH', at(document), { body: { document_type_code } })).json().linked_to_vault

    assert.equal(await retype(open), true)
    assert.deepEqual(await idsInVault(document.employee_technical_id), [document.id])
    assert.equal((await linksOf(document.employee_technical_id)).length, 1)
    assert.equal(await retype(hidden), false)
    assert.deepEqual(await idsInVault(document.employee_technical_id), [])
    assert.equal(await retype(open), true)
    assert.deepEqual(await idsInVault(document.employee_technical_id), [document.id])
  })

  test('a change of visibility tells of the type, not of each document', async () => {
    const type = await hiddenType()
    const document = await filed(type)

    await show(type, true)

    assert.deepEqual(await eventsOf(db, type), ['employee_document_type.updated'])
    assert.equal((await eventsWithData(service, document.id)).length, 1)
  })

  test('documents that are filed while their type becomes visible all reach the vaults', async () => {
    const type = await hiddenType()
    const employees = await Promise.all(Array.from({ length: 12 }, () => anEmployee(service)))
    const filings = employees.map((employee) => filed(type, employee))
    await Promise.all([...filings, show(type, true)])

    const documents = await Promise.all(filings)

    const held = await Promise.all(employees.map((employee) => idsInVault(employee)))
    assert.deepEqual(
      held,
      documents.map((one) => [one.id]),
    )
    const links = await Promise.all(employees.map((employee) => linksOf(employee)))
    assert.ok(links.every((of) => of.length === 1))
  })
})

describe('migration 0030', () => {
  test('takes documents of hidden types out of vaults, with the links that only they opened', async (t) => {
    const database = await createDatabase()
    const connection = new pg.Client(database.connection)
    await connection.connect()
    t.after(async () => {
      await connection.end()
      await database.drop()
    })
    await connection.query(`
      DELETE FROM migrations WHERE name = '0030-hidden-types';
      DROP INDEX documents_withheld_by_type;
      ALTER TABLE documents DROP COLUMN is_withheld;
      INSERT INTO clients (id, name, languages, sealed_shared_token, created_at, updated_at)
      VALUES ('acme', 'Acme', '{en-us}', '', now(), now());
      INSERT INTO document_types (client_id, id, code, kind, name, localized_names, visible_by_employee,
        upload_by_employee, metas, filters, search_text, created_at, updated_at)
      SELECT 'acme', id, code, 'employee', code, '{}', code = 'open', false, '[]', '[]', code, now(), now()
      FROM (VALUES (1, 'open'), (2, 'hidden')) AS type (id, code);
      INSERT INTO employees (client_id, key, technical_id, core_uuid, first_name, last_name, terminated, ancestors,
        custom_fields, address, sort_name, sort_first_name, search_text, created_at, updated_at)
      OVERRIDING SYSTEM VALUE
      SELECT 'acme', key, 'E-' || key, gen_random_uuid(), 'A', 'B', true, '{}', '{}', '{}', '', '', '', now(), now()
      FROM generate_series(1, 4) AS key;
      INSERT INTO documents (client_id, id, kind, document_type_id, employee_key, organization_keys, title, date, metas,
        filters, filename, content_type, size, sha256, origin, is_linked, search_text, created_at, updated_at)
      SELECT 'acme', gen_random_uuid(), 'employee', type, employee, '{}', title, now(), '{}', '{}', 'f', 'x', 1, 'a', 'api',
        is_linked, '', created_at, created_at
      FROM (VALUES
        (2, 1, 'only hidden', true, '2024-01-01'::timestamptz), (2, 2, 'first hidden', true, '2024-01-01'),
        (1, 2, 'then open', true, '2024-02-01'), (2, 3, 'after a link by hand', true, '2024-03-01'),
        (1, 4, 'open', true, '2024-01-01'), (2, 4, 'taken out', false, '2024-01-02')
      ) AS document (type, employee, title, is_linked, created_at);
      INSERT INTO vault_links (client_id, employee_key, id, created_at)
      SELECT 'acme', key, gen_random_uuid(), '2024-01-01' FROM generate_series(1, 4) AS key`)

    await migrate(database.connection)

    const documents = await connection.query('SELECT title, is_linked, is_withheld FROM documents ORDER BY key')
    assert.deepEqual(
      documents.rows.map((row) => [row.title, row.is_linked, row.is_withheld]),
      [
        ['only hidden', false, true],
        ['first hidden', false, true],
        ['then open', true, false],
        ['after a link by hand', false, true],
        ['open', true, false],
        ['taken out', false, false],
      ],
    )
    const links = await connection.query('SELECT employee_key FROM vault_links ORDER BY 1')
    assert.deepEqual(links.rows, [{ employee_key: '2' }, { employee_key: '3' }, { employee_key: '4' }])
  })
})
