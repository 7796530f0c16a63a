/** A project, as the audit trail names it. */
export function projectResource({ id }: { id: number }) {
  return { type: 'distribution_project', id: String(id) }
}
