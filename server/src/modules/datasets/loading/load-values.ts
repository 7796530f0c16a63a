import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { lockOrCreateDataset } from '#modules/datasets/definitions/lock-or-create-dataset.ts'
import { presentDataset } from '#modules/datasets/definitions/present.ts'
import { type DatasetRow, findDataset, updateDataset } from '#modules/datasets/definitions/queries.ts'
import { datasetCreated, datasetUpdated } from '#modules/datasets/events.ts'
import { searchText } from '#modules/datasets/searchable.ts'
import { applyChanges } from './apply-changes.ts'
import { keepOtherLanguages } from './keep-other-languages.ts'
import { type ChangeCounts, findChanges } from './value-changes.ts'

export type ValueLoad = {
  datasetId: string
  /** Whether what is staged becomes the whole content, or is added to it. */
  mode: 'replace' | 'merge'
  /** The dimensions of what is staged, from the first level down, and the languages that each is named in. */
  dimensions: string[]
  languages: string[][]
}

export type Loaded = { counts: ChangeCounts; dimensionsCreated: number; isNew: boolean }

/** The dimensions of a data set are not those that the file was read against; it must be read again. */
export class DimensionsChanged extends Error {}

/** What `loadValues` would do. */
export async function previewValues({ tx, client }: Work, load: ValueLoad): Promise<Loaded> {
  const dataset = await findDataset(tx, client, load.datasetId)
  if (dataset && load.mode === 'merge') await keepOtherLanguages(tx, client, dataset.key, load.languages)
  const counts = await findChanges(tx, client, dataset?.key, load.mode)
  return { counts, dimensionsCreated: newDimensions(dataset, load).length, isNew: !dataset }
}

/** Replaces the content of a data set with the staged values, or merges them into it. Creates a missing data set. */
export async function loadValues(work: Work, load: ValueLoad, onProgress: (share: number) => void): Promise<Loaded> {
  const { tx, client } = work
  const { before, isNew } = await lockOrCreateDataset(work, load.datasetId, { isImport: true })
  const added = newDimensions(before, load)
  if (load.mode === 'merge') await keepOtherLanguages(tx, client, before.key, load.languages)
  const counts = await findChanges(tx, client, before.key, load.mode)
  if (counts.created + counts.updated + counts.deleted + added.length > 0) {
    const dimensions = [...before.dimensions, ...added.map((id) => ({ id, localized_names: {} }))]
    const { localized_names } = before
    const search_text = searchText(before.id, localized_names)
    await updateDataset(tx, client, before.key, { localized_names, dimensions, search_text, updated_at: work.now })
    await applyChanges(work, { ...before, dimensions }, counts, onProgress)
  }
  return { counts, dimensionsCreated: added.length, isNew }
}

/** Tells that values were loaded into a data set, once for all of them. */
export async function emitLoaded(work: Work, datasetId: string, { counts, dimensionsCreated, isNew }: Loaded) {
  const { created, updated, deleted } = counts
  const isChanged = created + updated + deleted + dimensionsCreated > 0
  const dataset = isChanged || isNew ? await findDataset(work.tx, work.client, datasetId) : undefined
  if (dataset) emit(work, isNew ? datasetCreated : datasetUpdated, presentDataset(dataset, work.client))
}

function newDimensions(dataset: DatasetRow | undefined, { dimensions }: ValueLoad): string[] {
  const known = dataset?.dimensions.map(({ id }) => id) ?? []
  const isAsRead = known.every((id, index) => dimensions[index] === undefined || dimensions[index] === id)
  if (!isAsRead) throw new DimensionsChanged('The dimensions of the data set have changed.')
  return dimensions.slice(known.length)
}
