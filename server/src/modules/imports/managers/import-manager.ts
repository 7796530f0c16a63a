import type { Work } from '#kernel/work.ts'
import { findUser, MAX_PROFILES, NewUser, putUser } from '#modules/directory/index.ts'
import type { ReportLine } from '#modules/imports/reports/report-line.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { type FieldError, Problem } from '#platform/problem.ts'
import type { ManagerColumn, ManagerRow } from './manager-file.ts'

export type ManagerOutcome = 'created' | 'updated' | 'unchanged'
export type ManagerResult = { outcome: ManagerOutcome } | { errors: ReportLine[] }

/** What is about the person: rows may leave it out, and must not contradict one another. */
const PERSON = ['email', 'first_name', 'last_name', 'language'] as const satisfies ManagerColumn[]

/**
 * Creates or replaces a manager from its rows. They go together or not at all: the rows that failed can then be mended and
 * imported by themselves, without taking away profiles that came in before.
 */
export async function importManager(work: Work, rows: ManagerRow[]): Promise<ManagerResult> {
  if (rows.length > MAX_PROFILES) return { errors: blame(rows, [tooManyProfiles()]) }
  const given = join(rows)
  const doubts = doubtful(rows)
  const mistakes = [...contradictions(rows), ...missingOrganizations(rows), ...checkAgainst(NewUser, given)]
  if (doubts.length + mistakes.length > 0) return { errors: blame(rows, doubts.length > 0 ? doubts : mistakes) }
  const known = await findUser(work.tx, work.client, (given as NewUser).technical_id)
  const { technical_id, ...input } = keepUnlistedFields(known, given as NewUser)
  const widened = withoutRestrictions(known, input.profiles ?? [])
  if (widened.length > 0) return { errors: blame(rows, widened) }
  try {
    return { outcome: (await putUser(work, technical_id, input)).outcome }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { kind, code, message, fields } = error
    if (kind === 'forbidden' || kind === 'conflict')
      return { errors: blame(rows, [{ field: 'profiles.0.role', code, message }]) }
    if (fields.length === 0) throw error
    return { errors: blame(rows, fields) }
  }
}

/** One manager of its rows; what is missing in all of them is missing. */
function join(rows: ManagerRow[]): object {
  const person = PERSON.flatMap((column) => {
    const value = rows.find(({ values }) => values[column] !== undefined)?.values[column]
    return value === undefined ? [] : [[column, value]]
  })
  const { technical_id } = rows[0]?.values ?? {}
  const profiles = rows.map(({ values: { role, organization_codes = '' } }) => ({
    ...(role === undefined ? {} : { role }),
    organizations: codesIn(organization_codes),
  }))
  return { ...(technical_id === undefined ? {} : { technical_id }), ...Object.fromEntries(person), profiles }
}

type KnownUser = Awaited<ReturnType<typeof findUser>>
type ProfileInput = NonNullable<NewUser['profiles']>[number]

/**
 * A manager who is known keeps the language; profiles that are as they were keep whether they reach below, and their access
 * restrictions.
 */
function keepUnlistedFields(known: KnownUser, given: NewUser): NewUser {
  const kept = [...(known?.profiles ?? [])]
  const profiles = given.profiles?.map((profile) => {
    const index = kept.findIndex((one) => isSameProfile(one, profile))
    const [before] = index < 0 ? [] : kept.splice(index, 1)
    const { include_below = false, access_restrictions } = before ?? {}
    return { ...profile, include_below, ...(access_restrictions && { access_restrictions }) }
  })
  return { ...given, language: given.language ?? known?.language ?? null, ...(profiles ? { profiles } : {}) }
}

function isSameProfile(one: ProfileInput, other: ProfileInput): boolean {
  const placesOf = ({ organizations }: ProfileInput) => organizations.toSorted().join('|')
  return one.role === other.role && placesOf(one) === placesOf(other)
}

/**
 * The file has no column for access restrictions: a new profile of a manager who has some would show what they hide. Profiles
 * without the key are the new ones.
 */
function withoutRestrictions(known: KnownUser, profiles: ProfileInput[]): FieldError[] {
  if (!known?.profiles.some((one) => one.access_restrictions.length > 0)) return []
  const message = 'This manager has access restrictions, which a file cannot set: change the profile in the portal.'
  return profiles.flatMap(({ access_restrictions }, index) =>
    access_restrictions ? [] : [{ field: `profiles.${index}.role`, code: 'restricted_profile', message }],
  )
}

function codesIn(cell: string): string[] {
  const codes = cell.split('|').map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}

function tooManyProfiles(): FieldError {
  const message = `A manager can have at most ${MAX_PROFILES} profiles.`
  return { field: `profiles.${MAX_PROFILES}.role`, code: 'too_many', message }
}

function doubtful(rows: ManagerRow[]): FieldError[] {
  return rows.flatMap(({ problem }, index) =>
    problem ? [{ field: `profiles.${index}.cells`, code: problem.code, message: problem.message }] : [],
  )
}

/** Rows of one manager that say different things of the person. */
function contradictions(rows: ManagerRow[]): FieldError[] {
  return PERSON.flatMap((column) => {
    const said = rows.find(({ values }) => values[column] !== undefined)
    const inOneForm = (value?: string) => (column === 'language' ? value?.toLowerCase() : value)
    return rows.flatMap(({ values }, index) =>
      values[column] === undefined || inOneForm(values[column]) === inOneForm(said?.values[column])
        ? []
        : [
            {
              field: `profiles.${index}.${column}`,
              code: 'contradiction',
              message: `Line ${said?.line} of the same manager has another value.`,
            },
          ],
    )
  })
}

function missingOrganizations(rows: ManagerRow[]): FieldError[] {
  return rows.flatMap(({ values }, index) =>
    codesIn(values.organization_codes ?? '').length > 0
      ? []
      : [{ field: `profiles.${index}.organizations`, code: 'required', message: 'An organization code is required.' }],
  )
}

/** Fields that the file has under another name, or in no column of its own. */
const COLUMN_OF = new Map<string, string | null>([
  ['organizations', 'organization_codes'],
  ['cells', null],
])

/** The errors by rows and columns. A row that is fine itself is named too: it was left out with the others. */
function blame(rows: ManagerRow[], mistakes: FieldError[]): ReportLine[] {
  const placed = mistakes.map(({ field, code, message }) => {
    const [, position = '0', name = field] = /^profiles\.(\d+)\.(\w+)/.exec(field) ?? []
    const column = COLUMN_OF.get(name)
    return { row: Number(position), field: column === undefined ? name : column, code, message }
  })
  const byRow = Map.groupBy(placed, ({ row }) => row)
  const wrongLine = rows[placed[0]?.row ?? 0]?.line
  const left = { field: null, code: 'left_out', message: `Line ${wrongLine} of the same manager has an error.` }
  return rows.flatMap(({ line, cells }, index) =>
    (byRow.get(index) ?? [left]).map(({ field, code, message }, nth) => ({
      line,
      field,
      code,
      message,
      // A row that has several errors comes once into the file that is to be mended.
      cells: nth === 0 ? cells : undefined,
    })),
  )
}
