import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import { parseLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { datasetCreated, datasetUpdated } from '#modules/datasets/events.ts'
import { searchText } from '#modules/datasets/searchable.ts'
import { invalidFields } from '#platform/problem.ts'
import { lockOrCreateDataset } from './lock-or-create-dataset.ts'
import { mergeDimensions } from './merge-dimensions.ts'
import { presentDataset } from './present.ts'
import { updateDataset } from './queries.ts'
import type { Dataset, PutDatasetBody } from './schemas.ts'

/** Creates a data set, or changes its names and dimensions. */
export async function putDataset(
  work: Work,
  id: string,
  input: PutDatasetBody,
): Promise<{ dataset: Dataset; outcome: Outcome }> {
  const { before, isNew } = await lockOrCreateDataset(work, id, { isImport: false })
  const names = parseLocalizedNames(input.localized_names ?? [], 'localized_names')
  const merged = mergeDimensions(before.dimensions, input.dimensions ?? [])
  const errors = [...names.errors, ...merged.errors]
  if (errors.length > 0) throw invalidFields(errors)

  const localized_names = input.localized_names ? names.translations : before.localized_names
  const isChanged =
    !isDeepStrictEqual(localized_names, before.localized_names) ||
    !isDeepStrictEqual(merged.dimensions, before.dimensions)
  if (isChanged) {
    const change = {
      localized_names,
      dimensions: merged.dimensions,
      search_text: searchText(id, localized_names),
      updated_at: work.now,
    }
    await updateDataset(work.tx, work.client, before.key, change)
  }
  const outcome: Outcome = isNew ? 'created' : isChanged ? 'updated' : 'unchanged'
  const after = isChanged ? { ...before, localized_names, dimensions: merged.dimensions, updated_at: work.now } : before
  const dataset = presentDataset(after, work.client)
  if (outcome !== 'unchanged') emit(work, isNew ? datasetCreated : datasetUpdated, dataset)
  return { dataset, outcome }
}
