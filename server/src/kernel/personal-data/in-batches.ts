/** Row by row what is read in batches: each begins after the last row of the one before, and an empty one is the end. */
export async function* inBatches<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, undefined> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    yield* rows
    last = rows.at(-1)
    if (last === undefined) return
  }
}

/** Who did something, without a name: other people's names are not the subject's data. */
export type By = 'me' | 'employee' | 'manager' | 'application' | 'system'

/** The same for rows with the keys of a manager and of an employee, of which one may be set. */
export function byOf(
  { user_key, employee_key }: { user_key: string | null; employee_key: string | null },
  subject: { employee_key: string },
): By {
  if (employee_key !== null) return employee_key === subject.employee_key ? 'me' : 'employee'
  return user_key === null ? 'application' : 'manager'
}
