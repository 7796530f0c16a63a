import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'

const of = (token: string) => ({ params: { path: { token } } })

/** Whose package a mailed link is for, and whether the code was entered. */
export const packageLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['package-link', token],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/access_packages/{token}', { ...of(token), signal })),
    retry: false,
    refetchOnWindowFocus: false,
  })

export const orderCode = (token: string) => unwrap(api.POST('/portal/api/access_packages/{token}/codes', of(token)))

export const enterCode = (token: string, code: string) =>
  unwrap(api.POST('/portal/api/access_packages/{token}/visits', { ...of(token), body: { code } }))

export const linkedFileUrl = (token: string) => `/portal/api/access_packages/${encodeURIComponent(token)}/file`
