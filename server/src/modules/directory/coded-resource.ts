import { isDeepStrictEqual } from 'node:util'
import { type EventDefinition, emit } from '#kernel/events/define-event.ts'
import { changeTranslations, type LocalizedName, presentLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { PageRequest } from '#platform/db/lists/keyset-page.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { notFound } from '#platform/problem.ts'
import { BY_CODE, type CodedFilters, type CodedRow, type CodedTable, type TranslatedRow } from './coded-table.ts'
import { lockDirectory } from './directory-lock.ts'

type Stored<Row> = Omit<Row, 'code' | 'created_at' | 'updated_at'>

type Definition<Row extends CodedRow, Item, Input> = {
  name: string
  table: CodedTable<Row>
  present(row: Row): Item
  /** The row to store for an input; throws if the input is refused. `before` is the stored row. */
  parse(work: Work, input: Input, before: Row | undefined): Promise<Stored<Row>>
  events: { created: EventDefinition<Item>; updated: EventDefinition<Item>; deleted?: EventDefinition<Item> }
  /** Whether a change emits the updated event. */
  isEmitted?(before: Row, after: Row): boolean
  /** Records a change in the audit trail; `before` is missing for a new one, `after` for a deletion. */
  record?(work: Work, before: Row | undefined, after: Row | undefined): void
  /** Throws when the actor may not make this change; `before` is missing for a new one, `after` for a deletion. */
  refuseChange?(work: Work, before: Row | undefined, after: Row | undefined): Promise<void>
  /** Throws when something relies on it. */
  refuseDelete?(work: Work, row: Row): Promise<void>
}

/** The operations on things that have a code: few of them, and changed so rarely that it happens one at a time. */
export function codedResource<Row extends CodedRow, Item extends object, Input extends object>(
  definition: Definition<Row, Item, Input>,
) {
  return operationsOn(definition, definition.present)
}

type TranslatedInput<Input> = Input & { localized_names?: LocalizedName[] }
type Translated<Item> = Item & { localized_names: LocalizedName[] }
type TranslatedDefinition<Row extends TranslatedRow, Item, Input> = Omit<Definition<Row, Item, Input>, 'parse'> & {
  parse(work: Work, input: Input, before: Row | undefined): Promise<Omit<Row, keyof TranslatedRow> & { name: string }>
}

/**
 * The operations on things whose names are translated. Applications know them by one name: `plain` neither shows nor
 * changes translations, and they emit no event. The portal and the set-up file use `translated`.
 */
export function translatedResource<Row extends TranslatedRow, Item extends object, Input extends object>(
  definition: TranslatedDefinition<Row, Item, Input>,
) {
  const withTranslations = {
    ...definition,
    async parse(work: Work, input: TranslatedInput<Input>, before: Row | undefined) {
      const fields = await definition.parse(work, input, before)
      const translations = changeTranslations(
        input.localized_names,
        before?.localized_names ?? {},
        work.client.languages,
      )
      return { ...fields, localized_names: translations } as unknown as Stored<Row>
    },
  }
  const presentTranslated = (row: Row, { languages }: Client): Translated<Item> => ({
    ...definition.present(row),
    localized_names: presentLocalizedNames(row.localized_names, languages),
  })
  return {
    plain: operationsOn<Row, Item, Input, Item>(withTranslations, definition.present),
    translated: operationsOn<Row, Item, TranslatedInput<Input>, Translated<Item>>(withTranslations, presentTranslated),
  }
}

function operationsOn<Row extends CodedRow, Item extends object, Input extends object, Shown extends object>(
  definition: Definition<Row, Item, Input>,
  show: (row: Row, client: Client) => Shown,
) {
  const { name, table, present, events } = definition

  async function getLocked(work: Work, code: string): Promise<Row> {
    await lockDirectory(work)
    const row = await table.find(work.tx, work.client, code)
    if (!row) throw notFound(name, code)
    return row
  }

  async function putOne(work: Work, code: string, input: Input): Promise<{ item: Shown; outcome: Outcome }> {
    await lockDirectory(work)
    const before = await table.find(work.tx, work.client, code)
    const fields = await definition.parse(work, input, before)
    const times = { created_at: before?.created_at ?? work.now, updated_at: before?.updated_at ?? work.now }
    const row = { code, ...fields, ...times } as Row
    if (before && isDeepStrictEqual({ ...row }, { ...before }))
      return { item: show(before, work.client), outcome: 'unchanged' }
    const after = { ...row, updated_at: work.now }
    await definition.refuseChange?.(work, before, after)
    await table.upsert(work.tx, work.client, after)
    if (!before) emit(work, events.created, present(after))
    else if (definition.isEmitted?.(before, after) ?? true) emit(work, events.updated, present(after))
    definition.record?.(work, before, after)
    return { item: show(after, work.client), outcome: before ? 'updated' : 'created' }
  }

  return {
    putOne,
    lock: lockDirectory,

    async find(db: Db, client: Client, code: string): Promise<Shown | undefined> {
      const row = await table.find(db, client, code)
      return row && show(row, client)
    },

    list: (db: Db, client: Client, query: CodedFilters, page: PageRequest) =>
      orderedPage(
        BY_CODE,
        page,
        (request) => table.list(db, client, query, request),
        (row) => show(row, client),
      ),

    async patchOne(work: Work, code: string, input: Partial<Input>): Promise<Shown> {
      const before = show(await getLocked(work, code), work.client)
      // What an answer shows has the names of what is sent; the rest of it is not read.
      return (await putOne(work, code, { ...before, ...input } as unknown as Input)).item
    },

    async deleteOne(work: Work, code: string): Promise<void> {
      const row = await getLocked(work, code)
      await definition.refuseChange?.(work, row, undefined)
      await definition.refuseDelete?.(work, row)
      await table.remove(work.tx, work.client, code)
      if (events.deleted) emit(work, events.deleted, present(row))
      definition.record?.(work, row, undefined)
    },
  }
}
