import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import type { paths } from '#portal-api'
import { useCursorList } from '#ui/table/cursor-list.ts'

type Sent<P extends keyof paths> = paths[P] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

export type SignerProcess = Answer<'/portal/api/me/signatures'>[number]
export type SignatureDetail = Answer<'/portal/api/me/signatures/{id}'>
export type SignaturePosition = SignatureDetail['positions'][number]
export type Signing = Sent<'/portal/api/me/signatures/{id}/sign'>
export type Drawing = Signing['drawing']
export type ListState = 'open' | 'past'

export function useSignerProcesses(state: ListState) {
  return useCursorList<SignerProcess>(['signatures-to-sign', 'list', state], ({ cursor, signal }) =>
    unwrapPage(
      api.GET('/portal/api/me/signatures', { params: { query: given({ state, per_page: 50, cursor }) }, signal }),
    ),
  )
}

/** One way to come to a document that one is asked to sign. */
export type SigningAccess = {
  key: readonly string[]
  read(signal: AbortSignal): Promise<SignatureDetail>
  /** Records that the signer opened the document. */
  keepView(): Promise<unknown>
  sign(signing: Signing): Promise<SignerProcess>
  reject(reason: string): Promise<SignerProcess>
  /** Where its pages and its file are. */
  url: string
}

/** For signers who are logged in. */
export function sessionAccess(id: string): SigningAccess {
  const params = { path: { id } }
  return {
    key: ['signatures-to-sign', 'one', id],
    url: `/portal/api/me/signatures/${encodeURIComponent(id)}`,
    read: (signal) => unwrap(api.GET('/portal/api/me/signatures/{id}', { params, signal })),
    keepView: () => unwrap(api.POST('/portal/api/me/signatures/{id}/views', { params })),
    sign: (body) => unwrap(api.POST('/portal/api/me/signatures/{id}/sign', { params, body })),
    reject: (reason) => unwrap(api.POST('/portal/api/me/signatures/{id}/reject', { params, body: { reason } })),
  }
}

/** For signers who opened the link of a mail and entered the code. */
export function linkAccess(token: string): SigningAccess {
  const params = { path: { token } }
  return {
    key: ['signing-link', 'document', token],
    url: `/portal/api/signing/${encodeURIComponent(token)}/document`,
    read: (signal) => unwrap(api.GET('/portal/api/signing/{token}/document', { params, signal })),
    keepView: () => unwrap(api.POST('/portal/api/signing/{token}/document/views', { params })),
    sign: (body) => unwrap(api.POST('/portal/api/signing/{token}/document/sign', { params, body })),
    reject: (reason) => unwrap(api.POST('/portal/api/signing/{token}/document/reject', { params, body: { reason } })),
  }
}

/** Whose document a mailed link is for, and whether the code was entered. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['signing-link', 'door', token],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/signing/{token}', { params: { path: { token } }, signal })),
    retry: false,
    refetchOnWindowFocus: false,
  })

export const orderCode = (token: string) =>
  unwrap(api.POST('/portal/api/signing/{token}/codes', { params: { path: { token } } }))

export const enterCode = (token: string, code: string) =>
  unwrap(api.POST('/portal/api/signing/{token}/visits', { params: { path: { token } }, body: { code } }))
