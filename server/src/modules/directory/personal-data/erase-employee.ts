import { counted, type Erasable, type Eraser, type KeptItem, NOTHING_MORE } from '#kernel/personal-data/eraser.ts'
import { findEmployeeByKey } from '#modules/directory/employees/restrict-employee.ts'
import { statement } from '#platform/db/statement.ts'

type Ref = { client_id: string; key: string }

const removeRegistrations = statement<never, Ref>(
  'DELETE FROM registrations WHERE client_id = $client_id AND employee_key = $key',
)
const remove = statement<{ key: string }, Ref>(
  'DELETE FROM employees WHERE client_id = $client_id AND key = $key RETURNING key',
)

/** Policies that ask for custom fields have to find them as long as they decide about something that is kept. */
const empty = statement<never, Ref>(`
  UPDATE employees employee SET first_name = '', last_name = '', email = NULL, language = NULL, address = NULL, address_2 = NULL,
    address_3 = NULL, postcode = NULL, city = NULL, country = NULL, search_text = '', sort_name = '', sort_first_name = '',
    custom_fields = coalesce((
      SELECT jsonb_object_agg(field.key, field.value) FROM jsonb_each(employee.custom_fields) AS field
      WHERE EXISTS (
        SELECT FROM effective_retention_policies policy WHERE policy.client_id = $client_id AND policy.enabled
          AND (policy.trigger_event = 'employee_custom_field' AND policy.trigger_code = field.key
            OR policy.custom_fields ? field.key))), '{}')
  WHERE employee.client_id = $client_id AND employee.key = $key`)
const emptyRegistrations = statement<never, Ref>(`
  UPDATE registrations SET employee_number = '' WHERE client_id = $client_id AND employee_key = $key AND employee_number <> ''`)

/** The row of the employee: it goes last, and stays without what is not needed while anything else is kept. */
export const employeeEraser: Eraser = {
  module: 'directory',
  async evaluate({ db, client, keptAmong }, { subject }) {
    if (!subject || !(await findEmployeeByKey(db, client, subject.employee_key))) return { resources: [], kept: [] }
    const { employee_key: key, pseudonym: resource_id } = subject
    const item: Erasable = { resource_type: 'employee', resource_id, key }
    const kept = (await keptAmong(db, client, [item])).get(key)
    if (kept) return { resources: [], kept: [kept] }
    if (subject.isNeeded) return { resources: [], kept: [needed(resource_id)] }
    return { resources: counted({ employee: 1 }), kept: [] }
  },
  async erase({ tx, client }, { subject }, { keptAmong }) {
    if (!subject) return NOTHING_MORE
    const { employee_key: key, pseudonym: resource_id } = subject
    const ref = { client_id: client.id, key }
    const kept = (await keptAmong(tx, client, [{ resource_type: 'employee', resource_id, key }])).get(key)
    // What a policy keeps of an employee is all of the record.
    if (kept) return NOTHING_MORE
    if (subject.isNeeded) {
      await empty(tx, ref)
      await emptyRegistrations(tx, ref)
      return NOTHING_MORE
    }
    await removeRegistrations(tx, ref)
    const gone = await remove(tx, ref)
    return { gone: counted({ employee: gone.length }), files: [], next: undefined }
  },
}

const needed = (resource_id: string): KeptItem => ({
  resource_type: 'employee',
  resource_id,
  reason: 'needed',
  until: null,
  retention_policy_id: null,
  legal_hold_ids: [],
})
