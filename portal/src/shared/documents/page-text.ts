import { api, unwrap } from '#kernel/api/api.ts'
import type { TextSource } from '#ui/files/page-texts.ts'

/** One of the calls that answer the text of a document, which all answer alike. */
const TEXT_OF_A_DOCUMENT = '/portal/api/manager/documents/{id}/text'

/** The text of the document whose pages are at this address; `version` tells apart what is there at different times. */
export function textOf(base: string, version = ''): TextSource {
  const url = `${base}/text` as typeof TEXT_OF_A_DOCUMENT
  const read: TextSource['read'] = (from, signal) =>
    unwrap(api.GET(url, { params: { path: { id: '' }, query: { from } }, signal }))
  return { key: `${url} ${version}`, read }
}
