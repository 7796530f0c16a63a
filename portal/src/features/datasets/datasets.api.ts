import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, type Page, unwrap, unwrapPage, upload } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'

export type Dataset = Answer<'/portal/api/admin/datasets/{id}'>
export type Dimension = Dataset['dimensions'][number]
export type Value = Answer<'/portal/api/admin/datasets/{id}/values/{code}'>
export type DatasetImport = Answer<'/portal/api/admin/dataset_imports/{id}'>
export type Names = Record<string, string>
type LocalizedNames = Value['localized_names']

/** Names as fields show them: a text for each language. */
export function toNames(localized: LocalizedNames): Names {
  return Object.fromEntries(localized.map(({ language_code, value }) => [language_code, value ?? '']))
}

/** Names as they are stored, without empty ones. */
export function fromNames(names: Names): LocalizedNames {
  return Object.entries(names).map(([language_code, value]) => ({ language_code, value: value.trim() || null }))
}

/** Whether a language of the client has no translation. */
export function lacksName({ localized_names }: { localized_names: LocalizedNames }, languages: string[]): boolean {
  const names = toNames(localized_names)
  return languages.some((language) => !names[language])
}

type Asked = { cursor: string | undefined; signal: AbortSignal }
const at = (cursor: string | null | undefined) => (cursor ? { cursor } : {})

export type DatasetFilters = { q?: string | undefined; result?: string | undefined; sort?: string | undefined }

export function listDatasets({ q, result, sort }: DatasetFilters, { cursor, signal }: Asked): Promise<Page<Dataset>> {
  const query = {
    ...(q ? { q } : {}),
    ...(result ? { last_import_result: result } : {}),
    ...(sort ? { sort: sort as 'name' } : {}),
    per_page: 50,
    ...at(cursor),
  }
  return unwrapPage(api.GET('/portal/api/admin/datasets', { params: { query }, signal }))
}

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['datasets', 'one', id],
    queryFn: () => unwrap(api.GET('/portal/api/admin/datasets/{id}', { params: { path: { id } } })),
  })

export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: ['datasets', 'links', id],
    queryFn: () => unwrap(api.GET('/portal/api/admin/datasets/{id}/links', { params: { path: { id } } })),
  })

export const valueQuery = (id: string, code: string) =>
  queryOptions({
    queryKey: ['datasets', 'value', id, code],
    queryFn: () => unwrap(api.GET('/portal/api/admin/datasets/{id}/values/{code}', { params: { path: { id, code } } })),
  })

export type ValueScope = { q: string } | { dimension: string } | { parent_code: string }

/** So many values are asked for at once. */
export const VALUES_AT_ONCE = 500

export function listValues(id: string, scope: ValueScope, cursor: string | null | undefined, signal?: AbortSignal) {
  const query = { ...scope, sort: 'name' as const, per_page: VALUES_AT_ONCE, ...at(cursor) }
  const options = { params: { path: { id }, query }, ...(signal ? { signal } : {}) }
  return unwrapPage<Value>(api.GET('/portal/api/admin/datasets/{id}/values', options))
}

type DatasetInput = { id: string; names: Names; dimensions: { id: string; names: Names }[] }

export function useSaveDataset() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, names, dimensions }: DatasetInput) =>
      unwrap(
        api.PUT('/portal/api/admin/datasets/{id}', {
          params: { path: { id } },
          body: {
            localized_names: fromNames(names),
            dimensions: dimensions.map((one) => ({ id: one.id, localized_names: fromNames(one.names) })),
          },
        }),
      ),
    onSuccess: async (dataset) => {
      queryClient.setQueryData(datasetQuery(dataset.id).queryKey, dataset)
      await queryClient.invalidateQueries({ queryKey: ['datasets', 'list'] })
    },
  })
}

export function useDeleteDataset() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/portal/api/admin/datasets/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['datasets'], refetchType: 'none' }),
  })
}

export function usePutValue(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ path, names }: { path: string; names: Names }) =>
      unwrap(
        api.PUT('/portal/api/admin/datasets/{id}/values/{code}', {
          params: { path: { id, code: path } },
          body: { localized_names: fromNames(names) },
        }),
      ),
    onSuccess: async (value) => {
      queryClient.setQueryData(valueQuery(id, value.path).queryKey, value)
      await queryClient.invalidateQueries({ queryKey: datasetQuery(id).queryKey })
    },
  })
}

export function useDeleteValue(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (path: string) =>
      unwrap(api.DELETE('/portal/api/admin/datasets/{id}/values/{code}', { params: { path: { id, code: path } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: datasetQuery(id).queryKey }),
  })
}

export function sendFile(file: File, onProgress: (fraction: number) => void): Promise<{ id: string }> {
  const form = new FormData()
  form.append('file', file)
  return upload('/portal/api/admin/uploads', form, { onProgress })
}

export type ImportSettings = {
  dataset_id: string
  upload_id: string
  mode: 'merge' | 'replace'
  on_error: 'abort' | 'skip'
  dry_run: boolean
}

export function submitImport(body: ImportSettings): Promise<DatasetImport> {
  return unwrap(api.POST('/portal/api/admin/dataset_imports', { body }))
}

const WATCHING_MS = 700

/** An import, polled until it ends. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['datasets', 'import', id],
    queryFn: () => unwrap(api.GET('/portal/api/admin/dataset_imports/{id}', { params: { path: { id } } })),
    refetchInterval: (query) => (query.state.data?.status === 'finished' ? false : WATCHING_MS),
  })

export function listImports(dataset_id: string, { cursor, signal }: Asked): Promise<Page<DatasetImport>> {
  const query = { dataset_id, per_page: 20, ...at(cursor) }
  return unwrapPage(api.GET('/portal/api/admin/dataset_imports', { params: { query }, signal }))
}

const encoded = encodeURIComponent
export const exportHref = (id: string) => `/portal/api/admin/datasets/${encoded(id)}/export`
export const reportHref = (id: string) => `/portal/api/admin/dataset_imports/${encoded(id)}/report`
export const sourceHref = (id: string) => `/portal/api/admin/dataset_imports/${encoded(id)}/source`
export const datasetHref = (id: string) => `/portal/admin/datasets/${encoded(id)}`
