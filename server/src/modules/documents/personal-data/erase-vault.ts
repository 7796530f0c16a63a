import { counted, type Eraser } from '#kernel/personal-data/eraser.ts'
import { statement } from '#platform/db/statement.ts'

const BATCH = 500

type Ref = { client_id: string; employee_key: string }

/** What the vault shows: what was linked to it, and what it kept. */
const listAll = statement<{ id: string }, Ref>(`
  SELECT id::text AS id FROM documents WHERE client_id = $client_id AND employee_key = $employee_key AND is_linked
  UNION SELECT id::text FROM vault_documents WHERE client_id = $client_id AND employee_key = $employee_key ORDER BY id`)

const listOwn = statement<{ id: string }, Ref>(`
  SELECT id::text AS id FROM vault_documents WHERE client_id = $client_id AND employee_key = $employee_key`)

const removeNext = statement<{ id: string; sha256: string; size: string }, Ref & { limit: number }>(`
  DELETE FROM vault_documents WHERE client_id = $client_id AND id IN (
    SELECT id FROM vault_documents WHERE client_id = $client_id AND employee_key = $employee_key ORDER BY id LIMIT $limit)
  RETURNING id, sha256, size`)

const unlink = statement<never, Ref>(
  'DELETE FROM vault_links WHERE client_id = $client_id AND employee_key = $employee_key',
)

const withhold = statement<never, Ref>(`
  UPDATE documents SET is_linked = false, is_withheld = false
  WHERE client_id = $client_id AND employee_key = $employee_key AND (is_linked OR is_withheld)`)

/** The vault is its owner's: it goes when the owner asked for it, or has a copy of it. */
export const vaultEraser: Eraser = {
  module: 'vault',
  async evaluate({ db, client }, { subject }) {
    if (!subject) return { resources: [], kept: [] }
    const ref = { client_id: client.id, employee_key: subject.employee_key }
    // What the folder still has is counted there: it reaches the vault with the erasure of the folder.
    const documents = subject.takesVault ? await listOwn(db, ref) : await listAll(db, ref)
    if (subject.takesVault) return { resources: counted({ vault_document: documents.length }), kept: [] }
    const kept = documents.map(({ id }) => ({
      resource_type: 'vault_document',
      resource_id: id,
      reason: 'not_collected' as const,
      until: null,
      retention_policy_id: null,
      legal_hold_ids: [],
    }))
    return { resources: [], kept }
  },
  async erase({ tx, client }, { subject }) {
    if (!subject?.takesVault) return { gone: [], files: [], next: undefined }
    const ref = { client_id: client.id, employee_key: subject.employee_key }
    const rows = await removeNext(tx, { ...ref, limit: BATCH })
    if (rows.length < BATCH) {
      // Documents that have to be kept are no longer shown there.
      await withhold(tx, ref)
      await unlink(tx, ref)
    }
    const files = rows.map(({ sha256, size }) => ({ sha256, size: Number(size) }))
    return { gone: counted({ vault_document: rows.length }), files, next: rows.length < BATCH ? undefined : 'more' }
  },
}
