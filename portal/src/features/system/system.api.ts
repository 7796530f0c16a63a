import type { paths } from '@dossier/sdk/portal'
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'

export type SystemState = paths['/portal/api/admin/system']['get']['responses'][200]['content']['application/json']
export type SentMail = paths['/portal/api/admin/mails']['get']['responses'][200]['content']['application/json'][number]

const EVERY_MS = 10_000

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/system', { signal })),
  refetchInterval: EVERY_MS,
})

export function useMails({ q, status }: { q: string | undefined; status: string | undefined }) {
  return useCursorList<SentMail>(['mails', { q, status }], ({ cursor, signal }) => {
    const known = (['sent', 'written', 'failed'] as const).find((one) => one === status)
    const query = {
      per_page: 50,
      ...(q === undefined ? {} : { q }),
      ...(known === undefined ? {} : { status: known }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    return unwrapPage(api.GET('/portal/api/admin/mails', { params: { query }, signal }))
  })
}
