import { bulkCalls } from '#test/harness/features/bulk.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

const WHO = 'manager:M-ALL'

/**
 * A bulk action that M-ALL asked for, on people whom only those may change who may do so for the whole client. Another
 * client may ask for the same and finds nobody: the tests of the module look at what comes of it.
 */
export async function bulkCases({ service }: World): Promise<IsolationCase[]> {
  const call = portalCalls(service).as(WHO)
  const people = { kind: 'people.invite', ids: ['employee:E-PAR'] } as const
  const body = { ...people, ids: [...people.ids] }
  const { id } = await bulkCalls(service).finished(call, body)
  const stopped = await bulkCalls(service).created(call, body)
  const own = { who: WHO, finds: id } as const
  return [
    { operationId: 'listBulkActions', method: 'GET', path: '/manager/bulk_actions', ...own },
    { operationId: 'getBulkAction', method: 'GET', path: `/manager/bulk_actions/${id}`, ...own },
    {
      operationId: 'downloadBulkActionFailures',
      method: 'GET',
      path: `/manager/bulk_actions/${id}/failures.csv`,
      who: WHO,
      finds: 'E-PAR',
    },
    {
      operationId: 'stopBulkAction',
      method: 'POST',
      path: `/manager/bulk_actions/${stopped.id}/stop`,
      who: WHO,
    },
    {
      operationId: 'previewBulkAction',
      method: 'POST',
      path: '/manager/bulk_actions/preview',
      body,
      who: WHO,
      finds: '"not_found":0',
    },
    {
      operationId: 'createBulkAction',
      method: 'POST',
      path: '/manager/bulk_actions',
      body,
      who: WHO,
      isForEveryone: true,
    },
  ]
}
