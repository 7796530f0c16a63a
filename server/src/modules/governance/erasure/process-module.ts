import { emit } from '#kernel/events/define-event.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Eraser, ErasureModule, ErasureTarget, KeptItem, TypeCount } from '#kernel/personal-data/eraser.ts'
import type { Work } from '#kernel/work.ts'
import { dayOf } from '#modules/governance/disposals/days.ts'
import { awaitHolds } from '#modules/governance/disposals/item-queries.ts'
import { recordDeletion } from './ask.ts'
import { getStored } from './decide.ts'
import { added, concerned, targetOf } from './evaluate.ts'
import { deletionFailed } from './events.ts'
import { keepsOn } from './keep.ts'
import {
  countModuleFailure,
  insertFiles,
  nextFiles,
  reopenModules,
  storeModuleEnd,
  storeProgress,
} from './module-queries.ts'
import { presentDeletion } from './present.ts'
import { type DeletionRow, lockDeletion, type StoredModule } from './queries.ts'
import { insertOwnResources, listResources } from './resource-queries.ts'
import { storeError } from './step-queries.ts'

const MAX_FAILURES = 5
const MAX_FILES = 1_000_000

/** They need that everything before has ended. */
const LAST: readonly ErasureModule[] = ['audit', 'directory', 'events']
/** What may still have come while the others went. */
const FILED: readonly ErasureModule[] = ['documents', 'vault', 'requests', 'notes', 'signatures']

/** The module whose turn it is; undefined once all have ended. */
export function nextModule({ modules }: DeletionRow): StoredModule | undefined {
  const open = modules.filter(({ status }) => status === 'allowed')
  const next = open.find(({ module }) => !LAST.includes(module)) ?? open[0]
  const hasFailed = modules.some(({ status }) => status === 'error')
  return next && hasFailed && LAST.includes(next.module) ? undefined : next
}

/** Lets the next batch of a request go, with its events, in one transaction. Answers false when nothing is left to do. */
export async function processNext(work: Work, context: JobContext, id: string): Promise<boolean> {
  const { tx, client } = work
  await awaitHolds(tx, { client_id: client.id })
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'processing') return false
  work.renewNow()
  const part = nextModule(row)
  if (!part) return false
  if (part.module === 'directory' && (await reopenIfFiled(work, context, row))) return true
  await takeBatch(work, context, row, part)
  return true
}

/** The eraser of a module whose turn it is, and where it goes on. */
function placeOf({ reached }: StoredModule): { index: number; after: string | undefined } {
  if (reached === null) return { index: 0, after: undefined }
  const [index = '0', ...rest] = reached.split(':')
  return { index: Number(index), after: rest.length === 0 ? undefined : rest.join(':') }
}

async function takeBatch(work: Work, context: JobContext, row: DeletionRow, part: StoredModule): Promise<void> {
  const { tx, client, now } = work
  const erasers = concerned(context.erasers, row).filter(({ module }) => module === part.module)
  const { index, after } = placeOf(part)
  const eraser = erasers[index]
  const target = await targetOf(work, row, isNeededIn(row))
  const ofRequest = { client_id: client.id, deletion_request_id: row.id }
  const ref = { ...ofRequest, module: part.module }
  if (!eraser || (await isPersonHeld(work, row, part.module))) return end(work, row, part, { erasers, target })
  const keptAmong = keepsOn(dayOf(now))
  const resourcesOf = (since: string, limit: number) => listResources(tx, { ...ofRequest, after: since, limit })
  const goneFiles = async () => (await nextFiles(tx, { ...ofRequest, limit: MAX_FILES })).map(({ sha256 }) => sha256)
  const {
    gone,
    ids = [],
    files,
    next,
  } = await eraser.erase(work, target, {
    ...context,
    keptAmong,
    after,
    resourcesOf,
    goneFiles,
  })
  if (ids.length > 0) await insertOwnResources(tx, { ...ofRequest, ids })
  if (files.length > 0) await insertFiles(tx, { ...ref, sha256s: [...new Set(files.map(({ sha256 }) => sha256))] })
  const resources = added([...part.resources, ...gone])
  const reached = next === undefined ? `${index + 1}` : `${index}:${next}`
  await storeProgress(tx, { ...ref, resources: JSON.stringify(resources), reached })
  if (next === undefined && index + 1 >= erasers.length) {
    await end(work, row, { ...part, resources }, { erasers, target })
  }
}

/** Whether anything but the row of the person is kept. */
function isNeededIn({ modules }: DeletionRow): boolean {
  return modules.some(({ module, kept }) => !LAST.includes(module) && kept.length > 0)
}

/** What names a person stays while a hold covers the person. */
async function isPersonHeld(work: Work, row: DeletionRow, module: ErasureModule): Promise<boolean> {
  return LAST.includes(module) && (await heldPerson(work, row)) !== undefined
}

async function heldPerson({ tx, client, now }: Work, row: DeletionRow): Promise<KeptItem | undefined> {
  const { employee_key: key, resource_id, pseudonym, resource_type } = row
  if (resource_type !== 'employee' || key === null) return undefined
  const kept = await keepsOn(dayOf(now))(tx, client, [
    { resource_type: 'employee', resource_id: pseudonym ?? resource_id, key },
  ])
  const item = kept.get(key)
  return item?.reason === 'legal_hold' ? item : undefined
}

type Ending = { erasers: readonly Eraser[]; target: ErasureTarget }

/** Asks once more what is kept, and writes it down. */
async function end(work: Work, row: DeletionRow, part: StoredModule, { erasers, target }: Ending): Promise<void> {
  const { tx, client, now } = work
  const look = { db: tx, client, keptAmong: keepsOn(dayOf(now)) }
  const held = LAST.includes(part.module) ? await heldPerson(work, row) : undefined
  const kept: KeptItem[] = []
  if (held) kept.push(held)
  else for (const eraser of erasers) kept.push(...(await eraser.evaluate(look, target)).kept)
  await storeModuleEnd(tx, {
    client_id: client.id,
    deletion_request_id: row.id,
    module: part.module,
    status: kept.length > 0 && part.resources.length === 0 ? 'rejected' : 'done',
    resources: JSON.stringify(part.resources),
    kept: JSON.stringify(kept),
    error: null,
  })
}

/** What came while the rest went, goes as well: its modules begin again. */
async function reopenIfFiled(work: Work, context: JobContext, row: DeletionRow): Promise<boolean> {
  const { tx, client, now } = work
  const look = { db: tx, client, keptAmong: keepsOn(dayOf(now)) }
  const target = await targetOf(work, row, true)
  const found: TypeCount[] = []
  for (const eraser of concerned(context.erasers, row).filter(({ module }) => FILED.includes(module))) {
    found.push(...(await eraser.evaluate(look, target)).resources)
  }
  if (found.length === 0) return false
  await reopenModules(tx, { client_id: client.id, deletion_request_id: row.id, of_all: true })
  return true
}

/** A module that fails again and again is given up; the others go on. The request has failed when only these are left. */
export async function noteModuleFailure(work: Work, id: string): Promise<void> {
  const { tx, client } = work
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'processing') return
  const part = nextModule(row)
  if (!part) return
  const ref = { client_id: client.id, deletion_request_id: id, module: part.module }
  const [counted] = await countModuleFailure(tx, ref)
  if ((counted?.failures ?? 0) < MAX_FAILURES) return
  const { resources, kept } = part
  await storeModuleEnd(tx, {
    ...ref,
    status: 'error',
    resources: JSON.stringify(resources),
    kept: JSON.stringify(kept),
    error: 'internal_error',
  })
}

/** Whether the request cannot end because a module failed; then it waits for a person. */
export async function failIfStuck(work: Work, id: string): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockDeletion(tx, client, id)
  if (row?.status !== 'processing' || nextModule(row) || !row.modules.some(({ status }) => status === 'error'))
    return false
  await storeError(tx, { client_id: client.id, id, error: 'module_failed', now })
  const stored = await getStored(work, id)
  emit(work, deletionFailed, presentDeletion(stored))
  recordDeletion(work, 'failed', stored)
  return true
}
