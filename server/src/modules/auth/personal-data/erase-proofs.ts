import { counted, type Eraser, NOTHING_MORE } from '#kernel/personal-data/eraser.ts'
import { statement } from '#platform/db/statement.ts'

type Ref = { client_id: string; technical_id: string }

const removeLinks = statement<{ technical_id: string }, Ref & { emails: string[] }>(`
  DELETE FROM password_links WHERE client_id = $client_id AND scope = 'employee'
    AND (technical_id = $technical_id OR canonical_email = ANY ($emails)) RETURNING technical_id`)
const removeAnswers = statement<{ id: string }, Ref>(`
  DELETE FROM saml_requests WHERE client_id = $client_id AND scope = 'employee' AND technical_id = $technical_id
  RETURNING id`)
const removeDemo = statement<{ kind: string }, Ref>(`
  DELETE FROM demo_log_ins WHERE client_id = $client_id AND scope = 'employee' AND technical_id = $technical_id
  RETURNING kind`)

/** Links and answers by which the person could log in. Sessions, codes and changes of the address go with the log-in. */
export const proofEraser: Eraser = {
  module: 'accounts',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase({ tx, client }, { subject }) {
    if (!subject) return NOTHING_MORE
    const { technical_id, emails } = subject
    const ref = { client_id: client.id, technical_id }
    const links = await removeLinks(tx, { ...ref, emails: [...emails] })
    await removeAnswers(tx, ref)
    await removeDemo(tx, ref)
    return { gone: counted({ password_link: links.length }), files: [], next: undefined }
  },
}
