import { NewUser, putUser } from '#modules/directory/index.ts'
import type { Work } from '#platform/db/work.ts'
import { checkAgainst } from '#platform/http/validation.ts'
import { type FieldError, Problem } from '#platform/problem.ts'
import type { ManagerColumn, ManagerRow } from './manager-file.ts'
import type { ReportLine } from './report-line.ts'

export type ManagerOutcome = 'created' | 'updated' | 'unchanged'
export type ManagerResult = { outcome: ManagerOutcome } | { errors: ReportLine[] }

/** What is about the person, and the same in all its rows. */
const PERSON: readonly ManagerColumn[] = ['email', 'first_name', 'last_name', 'language']

/**
 * Creates or replaces a manager from its rows. They go together or not at all: the rows that failed can then be mended and
 * imported by themselves, without taking away profiles that came in before.
 */
export async function importManager(work: Work, rows: ManagerRow[]): Promise<ManagerResult> {
  const { role: _role, organization_codes: _codes, ...person } = rows[0]?.values ?? {}
  const profiles = rows.map(({ values: { role, organization_codes = '' } }) => ({
    ...(role === undefined ? {} : { role }),
    organizations: codesIn(organization_codes),
  }))
  const given = { ...person, profiles }
  const mistakes = [...contradictions(rows), ...withoutPlaces(rows), ...checkAgainst(NewUser, given)]
  if (mistakes.length > 0) return { errors: blame(rows, mistakes) }
  const { technical_id, ...input } = given as NewUser
  try {
    return { outcome: (await putUser(work, technical_id, input)).outcome }
  } catch (error) {
    if (!(error instanceof Problem) || error.fields.length === 0) throw error
    return { errors: blame(rows, error.fields) }
  }
}

function codesIn(cell: string): string[] {
  const codes = cell.split('|').map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}

/** Rows of one manager that say different things of the person. */
function contradictions([first, ...others]: ManagerRow[]): FieldError[] {
  return others.flatMap(({ values }, index) =>
    PERSON.filter((column) => values[column] !== first?.values[column]).map((column) => ({
      field: `profiles.${index + 1}.${column}`,
      code: 'contradiction',
      message: `Line ${first?.line}, of the same manager, says otherwise.`,
    })),
  )
}

function withoutPlaces(rows: ManagerRow[]): FieldError[] {
  return rows.flatMap(({ values }, index) =>
    codesIn(values.organization_codes ?? '').length > 0
      ? []
      : [{ field: `profiles.${index}.organizations`, code: 'required', message: 'An organization code is needed.' }],
  )
}

/** The errors by rows and columns. A row that is fine itself is named too: it was left out with the others. */
function blame(rows: ManagerRow[], mistakes: FieldError[]): ReportLine[] {
  const placed = mistakes.map(({ field, code, message }) => {
    const [, position = '0', name = field] = /^profiles\.(\d+)\.(\w+)/.exec(field) ?? []
    const column = name === 'organizations' ? 'organization_codes' : name
    return { row: Number(position), field: column, code, message }
  })
  const wrongLine = rows[placed[0]?.row ?? 0]?.line
  const left = { field: null, code: 'left_out', message: `Line ${wrongLine}, of the same manager, is wrong.` }
  return rows.flatMap(({ line, cells }, index) => {
    const own = placed.filter(({ row }) => row === index)
    const lines = own.length > 0 ? own : [left]
    return lines.map(({ field, code, message }, nth) => ({
      ...{ line, field, code, message },
      // A row that has several errors comes once into the file that is to be mended.
      cells: nth === 0 ? cells : undefined,
    }))
  })
}
