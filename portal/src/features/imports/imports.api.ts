import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#kernel/api/answer.ts'
import { api, unwrap, unwrapPage, upload } from '#kernel/api/api.ts'

export type ImportItem = AnswerOf<'getManagerImport'>
export type ImportLine = AnswerOf<'listManagerImportLines'>[number]
export type Preview = AnswerOf<'previewManagerImport'>
export type PreviewLine = Preview['lines'][number]
export type ImportStatus = ImportItem['status']
export type ImportKind = ImportItem['kind']
export type Severity = ImportLine['severity']

const ALL = ['imports'] as const
export const importKeys = {
  all: ALL,
  list: (filters: object) => [...ALL, 'list', filters] as const,
  one: (id: string) => [...ALL, 'one', id] as const,
  lines: (id: string, filters: object) => [...ALL, 'one', id, 'lines', filters] as const,
}

export const PAGES = '/portal/manager/imports'
const URL_OF_IMPORTS = '/portal/api/manager/imports'

/** Where files of an import are, for links. */
export const downloads = {
  report: (id: string) => `${URL_OF_IMPORTS}/${id}/report`,
  errors: (id: string) => `${URL_OF_IMPORTS}/${id}/errors_report`,
}

export const isGoingOn = ({ status }: Pick<ImportItem, 'status'>) => status === 'created' || status === 'in_progress'

export function fetchImports(
  query: { kind?: ImportKind; status?: ImportStatus; cursor?: string },
  signal: AbortSignal,
) {
  return unwrapPage(api.GET('/portal/api/manager/imports', { params: { query: { ...query, per_page: 50 } }, signal }))
}

const MAX_PAUSE_MS = 10_000

/** An import. While it runs it is asked for again, at first often, then less and less. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => {
      const { data, dataUpdateCount } = query.state
      return data && isGoingOn(data) ? Math.min(700 * 1.3 ** Math.min(dataUpdateCount, 30), MAX_PAUSE_MS) : false
    },
  })

export function fetchLines(id: string, query: { severity?: Severity; cursor?: string }, signal: AbortSignal) {
  return unwrapPage(
    api.GET('/portal/api/manager/imports/{id}/lines', {
      params: { path: { id }, query: { ...query, per_page: 100 } },
      signal,
    }),
  )
}

type OnProgress = (share: number) => void

export function previewFile(file: File, onProgress: OnProgress): Promise<Preview> {
  return upload(`${URL_OF_IMPORTS}/preview`, formOf(file), { onProgress })
}

export function submitFile(file: File): Promise<ImportItem> {
  return upload(URL_OF_IMPORTS, formOf(file))
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.append('input_file', file, file.name)
  return form
}
