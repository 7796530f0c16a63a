import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrapPage } from '#kernel/api/api.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'

export type SentMail = Answer<'/portal/api/admin/mails'>[number]

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
