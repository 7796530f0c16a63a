import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ValueSource } from '#features/requests/request-form/value-source.ts'
import type { Answer } from '#kernel/api/answer.ts'
import { ApiError, api, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import type { paths } from '#portal-api'
import { withShownName } from '#shared/localized-names/shown-name.ts'

export type Form = Answer<'/portal/api/admin/forms/{code}'>
export type FormInput = paths['/portal/api/admin/forms/{code}']['put']['requestBody']['content']['application/json']
export type FormField = FormInput['fields'][number]
export type FieldType = FormField['type']
export type Dataset = Answer<'/portal/api/admin/datasets/{id}'>

type Asked = { cursor: string | undefined; signal: AbortSignal }

export function listForms(q: string | undefined, { cursor, signal }: Asked) {
  const query = { per_page: 50, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) }
  return unwrapPage(api.GET('/portal/api/admin/forms', { params: { query }, signal }))
}

export const formQuery = (code: string) =>
  queryOptions({
    queryKey: ['forms', 'one', code],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/forms/{code}', { params: { path: { code } }, signal })),
    refetchOnWindowFocus: false,
  })

/** Whether there is a form of this code: a PUT would write over it. */
export async function isTaken(code: string): Promise<boolean> {
  try {
    await unwrap(api.GET('/portal/api/admin/forms/{code}', { params: { path: { code } } }))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

export function useSaveForm() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ code, input }: { code: string; input: FormInput }): Promise<Form> =>
      unwrap(api.PUT('/portal/api/admin/forms/{code}', { params: { path: { code } }, body: input })),
    onSuccess: (form) => {
      queryClient.setQueryData(formQuery(form.code).queryKey, form)
      void queryClient.invalidateQueries({ queryKey: ['forms', 'list'] })
    },
  })
}

export function useDeleteForm() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => unwrap(api.DELETE('/portal/api/admin/forms/{code}', { params: { path: { code } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['forms', 'list'] }),
  })
}

export const datasetsQuery = (q: string) =>
  queryOptions({
    queryKey: ['forms', 'datasets', q],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/admin/datasets', { params: { query: { per_page: 50, ...(q ? { q } : {}) } }, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['forms', 'dataset', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/datasets/{id}', { params: { path: { id } }, signal })),
    staleTime: 60_000,
  })

export const rolesQuery = queryOptions({
  queryKey: ['forms', 'roles'],
  queryFn: async ({ signal }) => {
    const roles = await unwrap(api.GET('/portal/api/admin/roles', { params: { query: { per_page: 100 } }, signal }))
    return roles.map(withShownName)
  },
  staleTime: 60_000,
})

/** Values of data sets for the preview of a form, whether it is saved or not. */
export const adminValues: ValueSource = {
  id: 'admin',
  async list(id, { dimension, parent, q, cursor }, signal) {
    const query = {
      per_page: 50,
      sort: 'name' as const,
      ...(dimension === undefined ? {} : { dimension }),
      ...(parent === undefined ? {} : { parent_code: parent }),
      ...(q === '' ? {} : { q }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const page = await unwrapPage(
      api.GET('/portal/api/admin/datasets/{id}/values', { params: { path: { id }, query }, signal }),
    )
    return {
      ...page,
      items: page.items.map(({ path, name, dimension_id }) => ({
        value: path,
        label: name,
        dimension: dimension_id,
        above: path.split('.').slice(0, -1),
      })),
    }
  },
}
