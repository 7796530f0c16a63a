import { type Eraser, NOTHING_MORE } from '#kernel/personal-data/eraser.ts'
import { statement } from '#platform/db/statement.ts'

/** The key shows the pseudonym; the name is that of the session. */
const emptyHistory = statement<never, { client_id: string; employee_key: string }>(`
  UPDATE request_history SET actor_name = NULL
  WHERE client_id = $client_id AND employee_key = $employee_key AND actor_type = 'employee' AND actor_name IS NOT NULL`)

/** What the person did in requests of others stays, under the pseudonym. */
export const deedEraser: Eraser = {
  module: 'requests',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase({ tx, client }, { subject }) {
    if (subject) await emptyHistory(tx, { client_id: client.id, employee_key: subject.employee_key })
    return NOTHING_MORE
  },
}
