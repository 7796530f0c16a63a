import { createContext, useContext } from 'react'
import { api, unwrapPage } from '#kernel/api/api.ts'
import type { paths } from '#portal-api'

export type OfferedValue =
  paths['/portal/api/me/datasets/{dataset}/values']['get']['responses'][200]['content']['application/json'][number]

type Asked = {
  dimension: string | undefined
  parent: string | undefined
  q: string
  cursor: string | undefined
}
type Page = { items: OfferedValue[]; next: string | null }

/** Where the values of data sets come from: each side of the portal has its own call. */
export type ValueSource = {
  id: string
  list(dataset: string, asked: Asked, signal: AbortSignal): Promise<Page>
}

const PER_PAGE = 50

function queryOf({ dimension, parent, q, cursor }: Asked) {
  return {
    ...(dimension === undefined ? {} : { dimension }),
    ...(parent === undefined ? {} : { parent }),
    ...(q === '' ? {} : { q }),
    ...(cursor === undefined ? {} : { cursor }),
    per_page: PER_PAGE,
  }
}

export const employeeValues: ValueSource = {
  id: 'me',
  list: (dataset, asked, signal) =>
    unwrapPage(
      api.GET('/portal/api/me/datasets/{dataset}/values', {
        params: { path: { dataset }, query: queryOf(asked) },
        signal,
      }),
    ),
}

export const managerValues: ValueSource = {
  id: 'manager',
  list: (dataset, asked, signal) =>
    unwrapPage(
      api.GET('/portal/api/manager/datasets/{dataset}/values', {
        params: { path: { dataset }, query: queryOf(asked) },
        signal,
      }),
    ),
}

export const ValueSourceContext = createContext<ValueSource>(employeeValues)

export function useValueSource(): ValueSource {
  return useContext(ValueSourceContext)
}
