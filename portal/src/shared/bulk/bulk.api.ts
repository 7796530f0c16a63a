import { useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useSession } from '#kernel/session/session.ts'
import type { paths } from '#portal-api'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Calls = paths['/portal/api/manager/bulk_actions']

export type BulkAction = Json<Calls['post']['responses'][201]>
export type BulkResult = Json<paths['/portal/api/manager/bulk_actions/{id}']['get']['responses'][200]>
export type BulkInput = Json<NonNullable<Calls['post']['requestBody']>>
export type BulkKind = BulkInput['kind']
export type Preview = Json<paths['/portal/api/manager/bulk_actions/preview']['post']['responses'][200]>

const LOOK_EVERY_MS = 1500
const JUST_ASKED_MS = 1000
const LATEST = 10

export const PAGES = '/portal/manager/bulk-actions'

export const isGoingOn = ({ finished_at }: BulkAction) => finished_at === null

/** How much of an action is done, of what was chosen. */
export const doneOf = ({ done, skipped, failed }: BulkAction) => done + skipped + failed

/** What was not done of an action that can be downloaded. */
export const failuresUrl = (id: string) => `/portal/api/manager/bulk_actions/${id}/failures.csv`

/** The latest of my actions; polled while one is running. */
export const latestQuery = queryOptions({
  queryKey: ['bulk', 'latest'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/portal/api/manager/bulk_actions', { params: { query: { per_page: LATEST } }, signal })),
  refetchInterval: ({ state }) => (state.data?.some(isGoingOn) ? LOOK_EVERY_MS : false),
})

export const actionQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk', 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/manager/bulk_actions/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data) ? LOOK_EVERY_MS : false),
  })

export function listActions({ cursor, signal }: { cursor: string | undefined; signal: AbortSignal }) {
  const query = { per_page: 50, ...(cursor === undefined ? {} : { cursor }) }
  return unwrapPage(api.GET('/portal/api/manager/bulk_actions', { params: { query }, signal }))
}

/**
 * What an action would do; what is shown stays until the answer, so that the dialog does not jump. A choice that is
 * taken back at once is not asked about again.
 */
export const previewQuery = (body: BulkInput) =>
  queryOptions({
    queryKey: ['bulk-preview', body],
    queryFn: ({ signal }) => unwrap(api.POST('/portal/api/manager/bulk_actions/preview', { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: JUST_ASKED_MS,
    gcTime: JUST_ASKED_MS,
  })

/** The actions whose end this browser has yet to show. */
export function useWatched() {
  const { person, client } = useSession()
  const [watched, setWatched] = useLocalStorage<string[]>({
    key: `dossier-bulk-actions ${client.id} ${person.technical_id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return {
    watched,
    watch: (ids: string[]) => setWatched((known) => [...new Set([...known, ...ids])].slice(-LATEST)),
    forget: (id: string) => setWatched((known) => known.filter((one) => one !== id)),
  }
}

export function useStartBulk() {
  const queryClient = useQueryClient()
  const { watch } = useWatched()
  return useMutation({
    mutationFn: (body: BulkInput) => unwrap(api.POST('/portal/api/manager/bulk_actions', { body })),
    onSuccess: ({ id }) => {
      watch([id])
      void queryClient.invalidateQueries({ queryKey: ['bulk'] })
    },
  })
}

export function useStopBulk() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST('/portal/api/manager/bulk_actions/{id}/stop', { params: { path: { id } } })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['bulk'] }),
  })
}
