import { invalidFields, notFound, type Problem } from '#platform/problem.ts'
import { unknownParent } from './value-path.ts'

type Context = { datasetId: string; field: string; parent: string }

/** What was checked can be gone a moment later; the database then refuses, and this says it in our words. */
export async function withValueRefusals<T>(store: () => Promise<T>, context: Context): Promise<T> {
  try {
    return await store()
  } catch (error) {
    throw toRefusal((error as { constraint?: string }).constraint, context) ?? error
  }
}

function toRefusal(constraint: string | undefined, { datasetId, field, parent }: Context): Problem | undefined {
  if (constraint === 'dataset_values_parent') return invalidFields([unknownParent(field, parent)])
  if (constraint === 'dataset_values_dataset') return notFound('data set', datasetId)
  return undefined
}
