import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { listMailRows, type MailRow, NEWEST_FIRST } from './queries.ts'
import { ListMailsQuery, SentMail } from './schemas.ts'

/** Kinds of mails whose subjects hold titles of documents, which access restrictions may hide from their reader. */
const WITH_TITLES = ['reminder', 'signature']
/** Also those of requests that are for assigned managers only (spec 386). */
const WITH_SUBJECTS_OF_REQUESTS = ['request']

export function mailRoutes({ db, cursors }: { db: Db; cursors: Cursors }): Routes {
  return (admin) => {
    admin.get(
      '/mails',
      {
        config: forAdministrators('system:read'),
        schema: {
          operationId: 'listMails',
          summary: 'Mails of the last 90 days, newest first',
          querystring: ListMailsQuery,
          response: { 200: Type.Array(SentMail) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const scope = listScope(client, '/mails', shapeOf(ListMailsQuery, request.query))
        const filters = { ...request.query, left_out: hiddenKindsFor(request.permissions) }
        return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
          orderedPage(NEWEST_FIRST, page, (wanted) => listMailRows(db, client, filters, wanted), presentMail),
        )
      },
    )
  }
}

/** The kinds of mails whose subjects would tell more than their reader may know. */
function hiddenKindsFor(permissions: readonly string[]): string[] {
  return [
    ...(covers(permissions, 'system:read') ? [] : WITH_TITLES),
    ...(covers(permissions, 'requests:read_all') ? [] : WITH_SUBJECTS_OF_REQUESTS),
  ]
}

function presentMail({ key, sent_at, attempted_at, in_folder, ...row }: MailRow): SentMail {
  const status = sent_at === null ? 'failed' : in_folder ? 'written' : 'sent'
  return { id: key, ...row, status, attempted_at: inSeconds(attempted_at) }
}
