import type { KeptSource } from '#kernel/kept-data.ts'
import type { LocalizedName } from '#kernel/languages/localized-names.ts'
import { inLanguage } from '#modules/requests/forms/form-content.ts'
import { statement } from '#platform/db/statement.ts'

type Row = { key: string; title: string | null; localized_titles: LocalizedName[] | null }

const listVisible = statement<Row, { client_id: string; employee: string }>(`
  SELECT request.id::text AS key, form.definition ->> 'title' AS title,
    form.definition -> 'localized_titles' AS localized_titles
  FROM requests request
  JOIN form_versions form ON form.client_id = request.client_id AND form.code = request.form_code
    AND form.version = request.form_version
  WHERE request.client_id = $client_id AND request.visible_by_employee
    AND request.employee_key = (SELECT key FROM employees
      WHERE client_id = $client_id AND technical_id = $employee AND deleted_at IS NULL)`)

/** The requests that an employee sees, by forms. */
export const keptRequests: KeptSource = {
  kind: 'requests',
  type: 'request',
  async list(db, client, { technical_id, language }) {
    const rows = await listVisible(db, { client_id: client.id, employee: technical_id })
    return rows.map(({ key, title, localized_titles }) => ({
      key,
      name: inLanguage(localized_titles ?? [], language ?? undefined, title ?? ''),
    }))
  },
}
