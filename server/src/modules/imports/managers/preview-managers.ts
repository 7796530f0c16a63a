import { type OpenWork, runAndRollBack } from '#kernel/run-and-roll-back.ts'
import type { Work } from '#kernel/work.ts'
import { findUser } from '#modules/directory/index.ts'
import type { ImportPreview, PreviewLine } from '#modules/imports/admin-schemas.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { importManager, type ManagerOutcome } from './import-manager.ts'
import { type ManagerRow, readManagerFile } from './manager-file.ts'

/** So many managers are tried out; the report has the rest. */
const MAX_MANAGERS = 1000
/** So many are tried out before others may go on with what was locked. */
const BATCH_SIZE = 100
const SHOWN = 500

type Tried = { outcome: ManagerOutcome | 'error'; lines: PreviewLine[] }

/** Tells what the import of a stored file would do. It is done, and undone: the answer is that of the import itself. */
export async function previewManagers(
  doWork: OpenWork,
  blobs: Blobs,
  { filename, sha256 }: { filename: string; sha256: string },
): Promise<ImportPreview> {
  const { rows, managers, faults } = await readManagerFile(blobs, sha256)
  const tried: Tried[] = []
  const wanted = faults.length > 0 ? [] : managers.slice(0, MAX_MANAGERS)
  for (let at = 0; at < wanted.length; at += BATCH_SIZE) {
    tried.push(...(await runAndRollBack(doWork, (work) => tryOut(work, wanted.slice(at, at + BATCH_SIZE)))))
  }
  const lines = tried.flatMap((one) => one.lines)
  const howMany = (outcome: Tried['outcome']) => tried.filter((one) => one.outcome === outcome).length
  const isWrong = ({ outcome }: PreviewLine) => outcome === 'error'
  const inOrder = (some: PreviewLine[]) => some.sort((one, other) => one.line - other.line)
  const shown = [...inOrder(lines.filter(isWrong)), ...inOrder(lines.filter((one) => !isWrong(one)))].slice(0, SHOWN)
  return {
    filename,
    rows,
    checked: lines.length,
    faults,
    lines: inOrder(shown),
    totals: {
      rows_in_error: lines.filter(isWrong).length,
      users_created: howMany('created'),
      users_updated: howMany('updated'),
      users_unchanged: howMany('unchanged'),
      users_left_out: howMany('error'),
    },
  }
}

async function tryOut(work: Work, managers: ManagerRow[][]): Promise<Tried[]> {
  const tried: Tried[] = []
  for (const rows of managers) tried.push(await tryOne(work, rows))
  return tried
}

async function tryOne(work: Work, rows: ManagerRow[]): Promise<Tried> {
  const id = rows[0]?.values.technical_id
  const known = async () => (id === undefined || id.includes('\0') ? undefined : findUser(work.tx, work.client, id))
  const before = await known()
  const result = await importManager(work, rows)
  if ('errors' in result) {
    const byLine = Map.groupBy(result.errors, ({ line }) => line)
    const lines = rows.map((row) => describe(row, 'error', [], byLine.get(row.line) ?? []))
    return { outcome: 'error', lines }
  }
  const changes = result.outcome === 'updated' ? changesBetween(before, await known()) : []
  return { outcome: result.outcome, lines: rows.map((row) => describe(row, result.outcome, changes, [])) }
}

function describe(
  { line, values }: ManagerRow,
  outcome: PreviewLine['outcome'],
  changes: PreviewLine['changes'],
  errors: PreviewLine['errors'],
): PreviewLine {
  return {
    line,
    outcome,
    changes,
    technical_id: values.technical_id ?? null,
    name: [values.first_name, values.last_name].filter(Boolean).join(' ') || null,
    role: values.role ?? null,
    organizations: values.organization_codes ?? null,
    errors: errors.map(({ line: of, field, code, message }) => ({ line: of, field, code, message })),
  }
}

type User = Awaited<ReturnType<typeof findUser>>
const FIELDS = ['first_name', 'last_name', 'email', 'language', 'profiles'] as const

function changesBetween(before: User, after: User): PreviewLine['changes'] {
  return FIELDS.flatMap((field) => {
    const was = asText(before, field)
    const is = asText(after, field)
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}

/** Profiles as a file of managers has them. */
function asText(user: User, field: (typeof FIELDS)[number]): string | null {
  if (!user) return null
  if (field !== 'profiles') return user[field]
  return user.profiles.map(({ role, organizations }) => `${role}: ${organizations.join('|')}`).join('; ')
}
