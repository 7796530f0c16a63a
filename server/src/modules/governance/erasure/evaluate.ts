import {
  ERASURE_MODULES,
  type Eraser,
  type ErasureLook,
  type ErasureModule,
  type ErasureTarget,
  type Evaluation,
  type TypeCount,
} from '#kernel/personal-data/eraser.ts'
import type { Work } from '#kernel/work.ts'
import { dayOf } from '#modules/governance/disposals/days.ts'
import { keepsOn } from './keep.ts'
import type { NewModule } from './module-queries.ts'
import type { DeletionRow } from './queries.ts'
import { subjectOf } from './subject.ts'
import { takesVault } from './takes-vault.ts'

/** What each module would let go, and what it has to keep, at this moment. */
export async function evaluate(work: Work, erasers: readonly Eraser[], row: DeletionRow): Promise<NewModule[]> {
  const { tx, client, now } = work
  const look = { db: tx, client, keptAmong: keepsOn(dayOf(now)) }
  return evaluateTarget(look, concerned(erasers, row), (isNeeded) => targetOf(work, row, isNeeded))
}

/** The same of an employee whom nobody asked to be erased; the vault counts as what the owner would take. */
export async function evaluateEmployee(
  { tx, client, now }: Work,
  erasers: readonly Eraser[],
  employee_key: string,
): Promise<NewModule[]> {
  const look = { db: tx, client, keptAmong: keepsOn(dayOf(now)) }
  return evaluateTarget(look, erasers, async (isNeeded) => ({
    mode: 'delete',
    subject: await subjectOf(tx, client, personAt(employee_key), { takesVault: true, isNeeded }),
  }))
}

const personAt = (employee_key: string) => ({
  resource_type: 'employee' as const,
  employee_key,
  identity: null,
  pseudonym: null,
})

/** The request as the modules are given it. */
export async function targetOf({ tx, client }: Work, row: DeletionRow, isNeeded: boolean): Promise<ErasureTarget> {
  const { mode, resource_type, resource_id, resource_key } = row
  if (resource_type !== 'employee') {
    return { mode, resource: { type: resource_type, id: resource_id, key: resource_key } }
  }
  const subject = await subjectOf(tx, client, row, { takesVault: await takesVault(tx, client, row), isNeeded })
  return { mode, subject }
}

/** The erasers that have a part in a request, in their order. */
export function concerned(erasers: readonly Eraser[], { resource_type }: Pick<DeletionRow, 'resource_type'>): Eraser[] {
  if (resource_type === 'employee') return [...erasers]
  return erasers.filter(({ resourceTypes }) => resourceTypes?.includes(resource_type))
}

/** The directory comes last: the person is needed while anything else is kept. */
async function evaluateTarget(
  look: ErasureLook,
  erasers: readonly Eraser[],
  target: (isNeeded: boolean) => Promise<ErasureTarget>,
): Promise<NewModule[]> {
  const evaluations = new Map<ErasureModule, Evaluation[]>()
  const isAnyKept = () => [...evaluations.values()].flat().some(({ kept }) => kept.length > 0)
  const ofPerson = (eraser: Eraser) => eraser.module === 'directory'
  for (const eraser of [...erasers.filter((one) => !ofPerson(one)), ...erasers.filter(ofPerson)]) {
    const evaluation = await eraser.evaluate(look, await target(ofPerson(eraser) && isAnyKept()))
    evaluations.set(eraser.module, [...(evaluations.get(eraser.module) ?? []), evaluation])
  }
  return ERASURE_MODULES.flatMap((module) => {
    const found = evaluations.get(module)
    return found ? [together(module, found)] : []
  })
}

function together(module: ErasureModule, evaluations: readonly Evaluation[]): NewModule {
  const resources = added(evaluations.flatMap(({ resources }) => resources))
  const kept = evaluations.flatMap((one) => one.kept)
  return { module, status: resources.length === 0 && kept.length > 0 ? 'rejected' : 'allowed', resources, kept }
}

/** One count for each type. */
export function added(counts: readonly TypeCount[]): TypeCount[] {
  const sums = new Map<string, number>()
  for (const { type, count } of counts) sums.set(type, (sums.get(type) ?? 0) + count)
  return [...sums].map(([type, count]) => ({ type, count })).filter(({ count }) => count > 0)
}
