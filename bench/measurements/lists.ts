import type { ListValuesQuery } from '../../server/src/modules/datasets/definitions/schemas.ts'
import { listValues } from '../../server/src/modules/datasets/values/list-values.ts'
import type { Bench } from '../harness/bench.ts'
import { CLIENT, DATASETS } from '../harness/content/tree.ts'
import { explainList } from '../harness/explain.ts'
import type { Findings } from '../report/findings.ts'
import { cursorInTheMiddle, LIST_CALLS, positionOf } from './list-calls.ts'
import { reportTimes, type TimedCall, timeCall } from './list-times.ts'

type Size = 'large' | 'small'

/** Lists and searches on the large data set against the same calls on a small one: the time should not grow with it. */
export async function measureLists(bench: Bench): Promise<Findings> {
  const { service, shapes, database } = bench
  const cursors = {
    large: await cursorInTheMiddle(service, DATASETS.large, shapes.large),
    small: await cursorInTheMiddle(service, DATASETS.small, shapes.small),
  }
  const calls: TimedCall[] = []
  for (const { name, query } of LIST_CALLS) {
    const isInTheMiddle = name === 'page in the middle'
    const restOf = (size: Size) => {
      const parameters = isInTheMiddle ? { ...query, cursor: cursors[size] } : query
      return `/datasets/${DATASETS[size]}/values?${new URLSearchParams(parameters)}`
    }
    const values = { datasetId: DATASETS.large, query: query as ListValuesQuery }
    const at = isInTheMiddle ? positionOf(cursors.large) : undefined
    calls.push({
      name,
      small: await timeCall(bench, service, restOf('small')),
      large: await timeCall(bench, service, restOf('large')),
      plan: await explainList(database.connection, 'dataset_values', (db) =>
        listValues(db, CLIENT, values, { at, perPage: Number(query.per_page ?? 20) }),
      ),
    })
  }
  return reportTimes(calls)
}
