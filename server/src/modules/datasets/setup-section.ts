import { type Static, Type } from 'typebox'
import { prefixFields } from '#platform/problem.ts'
import type { Outcome, SetupSection } from '#platform/setup-section.ts'
import { putDataset } from './put-dataset.ts'
import { putValues } from './put-values.ts'
import { DatasetId, PutDatasetBody, ValueInput } from './schemas.ts'

const Datasets = Type.Array(
  Type.Object({ id: DatasetId, ...PutDatasetBody.properties, values: Type.Optional(Type.Array(ValueInput)) }),
)

export const datasetsSection: SetupSection = {
  key: 'datasets',
  schema: Datasets,
  async apply(work, value) {
    const changes = []
    for (const [index, { id, values = [], ...body }] of (value as Static<typeof Datasets>).entries()) {
      const outcome = await prefixFields(`${index}`, async (): Promise<Outcome> => {
        const dataset = await putDataset(work, id, body)
        const { created, updated } = await putValues(work, id, values)
        return dataset.outcome === 'unchanged' && created + updated > 0 ? 'updated' : dataset.outcome
      })
      changes.push({ what: `data set ${id}`, outcome })
    }
    return changes
  },
}
