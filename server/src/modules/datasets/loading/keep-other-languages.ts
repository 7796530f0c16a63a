import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { searchText, sortName } from '#modules/datasets/searchable.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { tableBatches } from '#platform/db/table-batches.ts'

/** About a thousand values. */
const PAGES_AT_ONCE = 25

type PartlyNamed = { tuple_id: string; code: string; level: number; given: Translations; known: Translations }

const listPartlyNamed = statement<
  PartlyNamed,
  { client_id: string; dataset_key: string; languages: string[]; from: string; to: string }
>(`${CUSTOM_PLAN}
  SELECT staged.tuple_id, staged.code, staged.level, staged.localized_names AS given, value.localized_names AS known
  FROM (
    SELECT ctid::text AS tuple_id, path_key, code, level, localized_names FROM staged_values
    WHERE is_own AND ctid >= $from AND ctid < $to
  ) staged JOIN dataset_values value
    ON value.client_id = $client_id AND value.dataset_key = $dataset_key AND value.path_key = staged.path_key
  WHERE EXISTS (
    SELECT FROM jsonb_object_keys(value.localized_names) AS language
    WHERE staged.level || ' ' || language <> ALL($languages))`)

const rename = statement<
  never,
  { tuple_ids: string[]; localized_names: string[]; sort_names: string[]; search_texts: string[] }
>(`${CUSTOM_PLAN}
  UPDATE staged_values staged
  SET localized_names = whole.localized_names::jsonb, sort_name = whole.sort_name, search_text = whole.search_text
  FROM unnest($tuple_ids::tid[], $localized_names::text[], $sort_names::text[], $search_texts::text[]) AS whole (tuple_id, localized_names, sort_name, search_text)
  WHERE staged.ctid = whole.tuple_id`)

/**
 * A file that is merged says nothing of the languages that it has no columns for: what the data set has in those is added
 * to what is staged. `languages` are those of the file, for each level.
 */
export async function keepOtherLanguages(
  tx: Tx,
  client: Client,
  datasetKey: string,
  languages: string[][],
): Promise<void> {
  const ofFile = languages.flatMap((ofLevel, index) => ofLevel.map((language) => `${index + 1} ${language}`))
  for await (const { from, to } of tableBatches(tx, 'staged_values', PAGES_AT_ONCE)) {
    const found = await listPartlyNamed(tx, {
      client_id: client.id,
      dataset_key: datasetKey,
      languages: ofFile,
      from,
      to,
    })
    const whole = found.map(({ tuple_id, code, level, given, known }) => {
      const kept = Object.entries(known).filter(([language]) => !languages[level - 1]?.includes(language))
      return { tuple_id, code, names: { ...Object.fromEntries(kept), ...given } }
    })
    if (whole.length === 0) continue
    await rename(tx, {
      tuple_ids: whole.map(({ tuple_id }) => tuple_id),
      localized_names: whole.map(({ names }) => JSON.stringify(names)),
      sort_names: whole.map(({ code, names }) => sortName(names, client.languages, code)),
      search_texts: whole.map(({ code, names }) => searchText(code, names)),
    })
  }
}
