import { counted, type Eraser, NOTHING_MORE } from '#kernel/personal-data/eraser.ts'
import { statement } from '#platform/db/statement.ts'

/** One that was sent once and filed for many is still that of the others. */
const remove = statement<{ id: string }, { client_id: string; sha256s: string[] }>(`
  DELETE FROM uploads upload WHERE upload.client_id = $client_id AND upload.sha256 = ANY ($sha256s)
    AND NOT EXISTS (SELECT FROM documents one WHERE one.client_id = $client_id AND one.sha256 = upload.sha256)
    AND NOT EXISTS (SELECT FROM vault_documents one WHERE one.client_id = $client_id AND one.sha256 = upload.sha256)
  RETURNING upload.id`)

/** What the files that went were sent as. An upload says nothing of whom it is about until it is used. */
export const uploadEraser: Eraser = {
  module: 'distributions',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase({ tx, client }, _target, { goneFiles }) {
    const sha256s = await goneFiles()
    if (sha256s.length === 0) return NOTHING_MORE
    const gone = await remove(tx, { client_id: client.id, sha256s })
    return { gone: counted({ upload: gone.length }), files: [], next: undefined }
  },
}
