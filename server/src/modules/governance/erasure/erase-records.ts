import { counted, type Eraser, type KeptItem, NOTHING_MORE } from '#kernel/personal-data/eraser.ts'
import { removePackagesOf } from '#modules/governance/packages/delete-package.ts'
import { statement } from '#platform/db/statement.ts'

type Ref = { client_id: string; employee_key: string }

const listPackages = statement<{ id: string }, Ref>(`
  SELECT id FROM access_packages WHERE client_id = $client_id AND employee_key = $employee_key`)
const hasVault = statement<{ has_vault: boolean }, Ref>(`
  SELECT EXISTS (SELECT FROM vault_documents WHERE client_id = $client_id AND employee_key = $employee_key)
    OR EXISTS (SELECT FROM documents WHERE client_id = $client_id AND employee_key = $employee_key AND is_linked) AS has_vault`)

/** Packages are a copy of everything. While the vault waits for its owner, so do they. */
export const packageEraser: Eraser = {
  module: 'vault',
  async evaluate({ db, client }, { subject }) {
    if (!subject) return { resources: [], kept: [] }
    const ref = { client_id: client.id, employee_key: subject.employee_key }
    const packages = await listPackages(db, ref)
    const [vault] = await hasVault(db, ref)
    if (subject.takesVault || !vault?.has_vault) {
      return { resources: counted({ access_package: packages.length }), kept: [] }
    }
    return { resources: [], kept: packages.map(({ id }) => notCollected(id)) }
  },
  async erase(work, { subject }) {
    if (!subject) return NOTHING_MORE
    const ref = { client_id: work.client.id, employee_key: subject.employee_key }
    const [vault] = await hasVault(work.tx, ref)
    if (vault?.has_vault && !subject.takesVault) return NOTHING_MORE
    const packages = await listPackages(work.tx, ref)
    await removePackagesOf(work, subject)
    const ids = packages.map(({ id }) => id)
    return { gone: counted({ access_package: packages.length }), ids, files: [], next: undefined }
  },
}

const notCollected = (resource_id: string): KeptItem => ({
  resource_type: 'access_package',
  resource_id,
  reason: 'not_collected',
  until: null,
  retention_policy_id: null,
  legal_hold_ids: [],
})

type Owned = Ref & { ids: string[] }

const untitleItems = statement<never, Owned>(`
  UPDATE disposal_items item SET title = '' FROM disposals disposal
  WHERE item.client_id = $client_id AND item.title <> '' AND item.resource_id = ANY ($ids::text[] || $employee_key::text)
    AND disposal.client_id = $client_id AND disposal.id = item.disposal_id
    AND CASE disposal.resource_type WHEN 'employee' THEN item.resource_id = $employee_key::text ELSE item.resource_id = ANY ($ids) END`)
const forgetPostponements = statement<never, Owned>(`
  DELETE FROM retention_postponements
  WHERE client_id = $client_id AND (
    resource_type = 'employee' AND resource_id = $employee_key OR resource_type <> 'employee' AND resource_id = ANY ($ids))`)

/** Past holds stay on record; the employees that they named are pseudonyms there. */
const renameInHolds = statement<never, { client_id: string; technical_id: string; pseudonym: string }>(`
  UPDATE legal_holds SET scope = jsonb_set(scope, '{employee_technical_ids}', (
      SELECT jsonb_agg(CASE WHEN one.named = to_jsonb($technical_id::text) THEN to_jsonb($pseudonym::text) ELSE one.named END)
      FROM jsonb_array_elements(scope -> 'employee_technical_ids') AS one (named)))
  WHERE client_id = $client_id AND scope -> 'employee_technical_ids' ? $technical_id AND released_at IS NOT NULL`)

/** What other requests for the same person say, and those for single things of theirs. */
const emptyRequests = statement<never, Ref & { pseudonym: string }>(`
  UPDATE deletion_requests SET resource_name = NULL, reason = NULL, cancel_reason = NULL, notification_recipient = NULL,
    resource_id = CASE WHEN resource_type = 'employee' THEN $pseudonym ELSE resource_id END
  WHERE client_id = $client_id AND employee_key = $employee_key AND status IN ('completed', 'canceled')`)

const RESOURCES = 1_000_000

/** What retention, disposals, holds and earlier requests wrote down about the person. */
export const recordEraser: Eraser = {
  module: 'audit',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase({ tx, client }, { subject }, { resourcesOf }) {
    if (!subject) return NOTHING_MORE
    const { employee_key, technical_id, pseudonym } = subject
    const ref = { client_id: client.id, employee_key }
    const own = (await resourcesOf('', RESOURCES)).filter(({ isOwn }) => isOwn).map(({ id }) => id)
    await untitleItems(tx, { ...ref, ids: own })
    await forgetPostponements(tx, { ...ref, ids: own })
    await renameInHolds(tx, { client_id: client.id, technical_id, pseudonym })
    await emptyRequests(tx, { ...ref, pseudonym })
    return NOTHING_MORE
  },
}
