import { presentLocalizedNames } from '#kernel/languages/localized-names.ts'
import { nameOf, type Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { inMicroseconds } from '#platform/time/dates.ts'
import type { DatasetRow } from './queries.ts'
import type { Dataset, Value } from './schemas.ts'

export function presentDataset(row: DatasetRow, { languages }: Client): Dataset {
  return {
    id: row.id,
    name: row.id,
    localized_names: presentLocalizedNames(row.localized_names, languages),
    dimensions: row.dimensions.map(({ id, localized_names }, index) => ({
      id,
      name: nameOf(localized_names, languages, id),
      localized_names: presentLocalizedNames(localized_names, languages),
      level: index + 1,
    })),
    values_count: Number(row.values_count),
    last_import_status: row.last_import_status,
    last_import_result: row.last_import_result,
    created_at: inMicroseconds(row.created_at),
    updated_at: inMicroseconds(row.updated_at),
  }
}

type PresentedValue = { path: string; code: string; localized_names: Translations }

export function presentValue(
  { path, code, localized_names }: PresentedValue,
  { dataset_id, dimension_id }: { dataset_id: string; dimension_id: string },
  { languages }: Client,
): Value {
  return {
    id: `${dimension_id}.${code}`,
    code,
    name: nameOf(localized_names, languages, code),
    localized_names: presentLocalizedNames(localized_names, languages),
    dataset_id,
    dimension_id,
    path,
  }
}
