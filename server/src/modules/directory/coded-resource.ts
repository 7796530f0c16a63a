import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#platform/db/db.ts'
import type { Client, Work } from '#platform/db/work.ts'
import { type EventDefinition, emit } from '#platform/events/define-event.ts'
import type { Position } from '#platform/http/cursor.ts'
import { orderedPage } from '#platform/http/ordered-page.ts'
import { notFound } from '#platform/problem.ts'
import type { Outcome } from '#platform/setup-section.ts'
import { BY_CODE, type CodedFilters, type CodedRow, type CodedTable } from './coded-table.ts'
import { lockDirectory } from './directory-lock.ts'

type Definition<Row extends CodedRow, Item, Input> = {
  name: string
  table: CodedTable<Row>
  present(row: Row): Item
  /** What is stored for an input; throws when it is refused. `before` is what is there already. */
  parse(work: Work, input: Input, before: Row | undefined): Promise<Omit<Row, 'code' | 'created_at' | 'updated_at'>>
  events: { created: EventDefinition<Item>; updated: EventDefinition<Item>; deleted?: EventDefinition<Item> }
  /** Whether a change is one that the updated event tells of. */
  isTold?(before: Row, after: Row): boolean
  /** Throws when the actor may not make this change; `before` is missing for a new one, `after` for a deletion. */
  refuseChange?(work: Work, before: Row | undefined, after: Row | undefined): Promise<void>
  /** Throws when something relies on it. */
  refuseDelete?(work: Work, row: Row): Promise<void>
}

/** The operations on things that have a code: few of them, and changed so rarely that it happens one at a time. */
export function codedResource<Row extends CodedRow, Item extends object, Input extends object>(
  definition: Definition<Row, Item, Input>,
) {
  const { name, table, present, events } = definition

  async function getLocked(work: Work, code: string): Promise<Row> {
    await lockDirectory(work)
    const row = await table.find(work.tx, work.client, code)
    if (!row) throw notFound(name, code)
    return row
  }

  async function putOne(work: Work, code: string, input: Input): Promise<{ item: Item; outcome: Outcome }> {
    await lockDirectory(work)
    const before = await table.find(work.tx, work.client, code)
    const fields = await definition.parse(work, input, before)
    const times = { created_at: before?.created_at ?? work.now, updated_at: before?.updated_at ?? work.now }
    const row = { code, ...fields, ...times } as Row
    if (before && isDeepStrictEqual({ ...row }, { ...before })) return { item: present(before), outcome: 'unchanged' }
    const after = { ...row, updated_at: work.now }
    await definition.refuseChange?.(work, before, after)
    await table.upsert(work.tx, work.client, after)
    const item = present(after)
    if (!before) emit(work, events.created, item)
    else if (definition.isTold?.(before, after) ?? true) emit(work, events.updated, item)
    return { item, outcome: before ? 'updated' : 'created' }
  }

  return {
    putOne,
    lock: lockDirectory,

    async find(db: Db, client: Client, code: string): Promise<Item | undefined> {
      const row = await table.find(db, client, code)
      return row && present(row)
    },

    list: (db: Db, client: Client, query: CodedFilters, at: Position | undefined) =>
      orderedPage(
        BY_CODE,
        { at, perPage: query.per_page },
        (request) => table.list(db, client, query, request),
        present,
      ),

    async patchOne(work: Work, code: string, input: Partial<Input>): Promise<Item> {
      const before = present(await getLocked(work, code))
      // What an answer shows has the names of what is sent; the rest of it is not read.
      return (await putOne(work, code, { ...before, ...input } as unknown as Input)).item
    },

    async deleteOne(work: Work, code: string): Promise<void> {
      const row = await getLocked(work, code)
      await definition.refuseChange?.(work, row, undefined)
      await definition.refuseDelete?.(work, row)
      await table.remove(work.tx, work.client, code)
      if (events.deleted) emit(work, events.deleted, present(row))
    },
  }
}
