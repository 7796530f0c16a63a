import { counted, type ErasedBatch, type Eraser, type ErasureSubject } from '#kernel/personal-data/eraser.ts'
import { containing } from '#platform/db/like.ts'
import { statement } from '#platform/db/statement.ts'

const MIN_NAME = 5

type Ref = { client_id: string; patterns: string[]; emails: string[] }

/** Found by the index of what mails are searched by: their recipient and subject. */
const FOUND = 'client_id = $client_id AND search_text LIKE ANY ($patterns)'

const count = statement<{ count: number }, Ref>(`
  SELECT count(*)::integer AS count FROM mails WHERE ${FOUND} AND lower(recipient) = ANY ($emails)`)
const remove = statement<{ key: string }, Ref>(
  `DELETE FROM mails WHERE ${FOUND} AND lower(recipient) = ANY ($emails) RETURNING key`,
)
/** Mails to others that name the person are theirs: the record stays without what it was about. */
const empty = statement<{ key: string }, Ref>(`
  UPDATE mails SET subject = '', search_text = lower(recipient) WHERE ${FOUND} AND NOT lower(recipient) = ANY ($emails)
    AND subject <> '' RETURNING key`)

function refOf({ id }: { id: string }, { emails, names }: ErasureSubject): Ref {
  const named = fullNames(names)
  const patterns = [...emails, ...named].map((one) => containing(one))
  return { client_id: id, patterns, emails: emails.map((one) => one.toLowerCase()) }
}

/** A first name alone is that of many people. */
const fullNames = (names: readonly string[]) => names.filter((name) => name.includes(' ') && name.length > MIN_NAME)

/** Records of mails to the person, and the files of mails where these are written into a folder. */
export const mailEraser: Eraser = {
  module: 'mails',
  async evaluate({ db, client }, { subject }) {
    if (!subject || subject.emails.length === 0) return { resources: [], kept: [] }
    const [found] = await count(db, refOf(client, subject))
    return { resources: counted({ mail: found?.count ?? 0 }), kept: [] }
  },
  async erase({ tx, client }, { subject }, { mailer }): Promise<ErasedBatch> {
    if (!subject) return { gone: [], files: [], next: undefined }
    const ref = refOf(client, subject)
    if (ref.patterns.length === 0) return { gone: [], files: [], next: undefined }
    const gone = await remove(tx, ref)
    await empty(tx, ref)
    await mailer.forget?.([...subject.emails, ...fullNames(subject.names)])
    return { gone: counted({ mail: gone.length }), files: [], next: undefined }
  },
}
