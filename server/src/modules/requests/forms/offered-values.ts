import { type Static, Type } from 'typebox'
import type { Client } from '#kernel/work.ts'
import { findValueNames, listValues, pathWithAncestors, type ValueNames } from '#modules/datasets/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { lookup } from '#platform/db/statement.ts'
import { Cursor, NamedObject, PerPage, Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { inLanguage } from './form-content.ts'

export const OfferedValue = NamedObject('OfferedValue', {
  value: Type.String({ description: 'What is sent for it: its path.' }),
  label: Type.String(),
  dimension: Type.String(),
  above: Type.Array(Type.String(), { description: 'What lies above it, by name, from the first level down.' }),
})
export type OfferedValue = Static<typeof OfferedValue>

export const ListOfferedValuesQuery = Type.Object({
  dimension: Type.Optional(Text({ maxLength: 255, description: 'Only values of this dimension.' })),
  parent: Type.Optional(Text({ maxLength: 3000, description: 'Only the direct children of this value.' })),
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches codes and all translations, at any depth.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListOfferedValuesQuery = Static<typeof ListOfferedValuesQuery>

const usedBy = lookup<{ code: string }, { client_id: string; id: string; is_for_managers: boolean }>(`
  SELECT form.code FROM datasets dataset
  JOIN dataset_links link ON link.client_id = dataset.client_id AND link.dataset_key = dataset.key
  JOIN forms form ON form.client_id = link.client_id AND link.holder = 'form ' || form.code AND form.deleted_at IS NULL
  JOIN form_versions kept ON kept.client_id = form.client_id AND kept.code = form.code AND kept.version = form.version
  WHERE dataset.client_id = $client_id AND dataset.id = $id AND dataset.deleted_at IS NULL
    AND ($is_for_managers::boolean OR (kept.definition ->> 'visible_by_employee')::boolean) LIMIT 1`)

/** The values to offer: of which data set, for which reader, in which language. */
type OfferedValues = {
  dataset: string
  query: ListOfferedValuesQuery
  isForManagers: boolean
  language: string | undefined
}

/** A page of the values of a data set that a form asks for; for employees, a form that they see. */
export async function listOfferedValues(
  db: Db,
  client: Client,
  { dataset, query, isForManagers, language }: OfferedValues,
  asked: PageRequest,
): Promise<KeysetPage<OfferedValue>> {
  const [used] = await usedBy(db, { client_id: client.id, id: dataset, is_for_managers: isForManagers })
  if (!used) throw notFound('data set', dataset)
  const { dimension, parent, q } = query
  const filters = {
    ...(dimension === undefined ? {} : { dimension }),
    ...(parent === undefined ? {} : { parent_code: parent }),
    ...(q === undefined || q.trim() === '' ? {} : { q }),
  }
  const page = await listValues(db, client, { datasetId: dataset, query: { ...filters, sort: 'name' } }, asked)
  const above = page.rows.map(({ path }) => pathWithAncestors(path).slice(0, -1))
  const deepest = above.flatMap((steps) => steps.at(-1) ?? [])
  const names = await findValueNames(db, client, dataset, deepest)
  return {
    ...page,
    rows: page.rows.map(({ path, name, localized_names, dimension_id }, index) => ({
      value: path,
      label: inLanguage(localized_names, language, name),
      dimension: dimension_id,
      above: (above[index] ?? []).map((step) => labelOf(names, step, language)),
    })),
  }
}

/** What a value is called in a language; its code when it is gone. */
export function labelOf(names: ReadonlyMap<string, ValueNames>, path: string, language: string | undefined): string {
  const found = names.get(path)
  return found ? inLanguage(found.localized_names, language, found.name) : path.slice(path.lastIndexOf('.') + 1)
}
