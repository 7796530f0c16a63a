import { type Static, Type } from 'typebox'
import type { Outcome, SetupSection } from '#kernel/resources/setup-section.ts'
import { putDataset } from '#modules/datasets/definitions/put-dataset.ts'
import { DatasetId, PutDatasetBody, ValueInput } from '#modules/datasets/definitions/schemas.ts'
import { putValues } from '#modules/datasets/values/put-values.ts'
import { prefixFields } from '#platform/problem.ts'

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
