import type { Client } from '#kernel/work.ts'
import { findHead, placeOf } from '#modules/audit/index.ts'
import { type CertifiedRow, listCertified } from '#modules/governance/disposals/item-queries.ts'
import { presentApprovals, presentDisposal } from '#modules/governance/disposals/present.ts'
import type { DisposalRow } from '#modules/governance/disposals/queries.ts'
import type { ItemStatus } from '#modules/governance/disposals/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { inSeconds } from '#platform/time/dates.ts'

const PAGE = 1000
const KEPT_FOR: Partial<Record<ItemStatus, string>> = {
  held: 'legal_hold',
  rejected: 'rejected',
  not_due: 'not_due',
}

type Certified = { db: Db; client: Client; row: DisposalRow; now: Date }

/** The certificate, in pieces: it may have a million items. It has no title, and no name of an employee. */
export async function* certificateJson({ db, client, row, now }: Certified): AsyncGenerator<string> {
  const { counts } = presentDisposal(row)
  const head = {
    version: 1,
    client: client.id,
    disposal_id: row.id,
    policy: row.policy,
    gathered_at: row.gathered_at && inSeconds(row.gathered_at),
    completed_at: inSeconds(now),
    approvals: presentApprovals(row),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  yield* listed(itemsOf({ db, client, row }, ['done']), (item) => presentGone(row, item))
  yield '],"kept":['
  yield* listed(itemsOf({ db, client, row }, Object.keys(KEPT_FOR)), (item) => presentKept(row, item))
  yield `],"counts":${JSON.stringify(counts)},"audit_head":${JSON.stringify(placeOf(await findHead(db, client.id)))}}`
}

/** Pages of items in their order. */
export async function* itemsOf(
  { db, client, row }: Omit<Certified, 'now'>,
  statuses: string[],
): AsyncGenerator<CertifiedRow[]> {
  const asked = { client_id: client.id, disposal_id: row.id, statuses, limit: PAGE }
  for (let after = '0'; ; ) {
    const items = await listCertified(db, { ...asked, after })
    const last = items.at(-1)
    if (!last) return
    yield items
    after = last.key
  }
}

async function* listed(pages: AsyncIterable<CertifiedRow[]>, present: (item: CertifiedRow) => object) {
  let separator = ''
  for await (const items of pages) {
    yield separator + items.map((item) => JSON.stringify(present(item))).join(',')
    separator = ','
  }
}

function presentGone({ resource_type, action }: DisposalRow, item: CertifiedRow) {
  const { resource_id, due_on, disposed_at, files } = item
  return {
    resource_type,
    resource_id,
    due_on,
    action,
    disposed_at: disposed_at && inSeconds(disposed_at),
    files: files.map(({ sha256, size, outcome = 'removed' }) => ({ sha256, size, outcome })),
  }
}

function presentKept({ resource_type }: DisposalRow, { resource_id, status, legal_hold_ids }: CertifiedRow) {
  return { resource_type, resource_id, reason: KEPT_FOR[status], legal_hold_ids }
}
