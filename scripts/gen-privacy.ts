import { AREAS, type DeclaredColumns, type Erasure, type Holding } from '../server/src/kernel/personal-data/columns.ts'
import { SHARED_COLUMNS } from '../server/src/kernel/personal-data/shared-columns.ts'
import { MODULES } from '../server/src/modules/index.ts'
import { PRIVACY_INTRODUCTION } from './privacy-introduction.ts'

const HEADER = `| What | Whose | Why | How long | Who sees it | On an erasure | In the access package |
|---|---|---|---|---|---|---|`

const PEOPLE = { employees: 'employees', managers: 'managers', outsiders: 'people outside' }

/** The data map: everything that is kept about people, from what the modules declare. */
export function genPrivacy(): string {
  const all = [...MODULES.flatMap(({ personalData }) => personalData?.columns ?? []), ...SHARED_COLUMNS]
  const areas = AREAS.map((area) => {
    const rows = all.filter((declared) => declared.area === area).flatMap(rowsOf)
    return rows.length === 0 ? '' : `## ${area}\n\n${HEADER}\n${rows.join('\n')}\n`
  })
  const without = all.flatMap(tablesOf).filter(({ holds }) => holds.length === 0)
  const named = without.map(({ table }) => `\`${table}\``).toSorted()
  return `${PRIVACY_INTRODUCTION}
${areas.filter((area) => area !== '').join('\n')}
## Tables without personal data

${named.join(', ')}
`
}

function rowsOf(declared: DeclaredColumns): string[] {
  return Object.entries<Holding>(declared.holdings).map(([key, holding]) => {
    const { name, what, whose, why, until, seenBy, erasure, handedOut, elsewhere } = holding
    const tables = tablesOf(declared).filter(({ holds }) => holds.includes(key))
    const where = elsewhere ?? tables.map(({ table }) => `\`${table}\``).join(', ')
    const people = whose.map((one) => PEOPLE[one]).join(', ')
    const packed = typeof handedOut === 'string' ? `Yes: \`${handedOut}\`` : `No. ${handedOut.not}`
    return `| ${[`**${name}**: ${what} (${where})`, people, why, until, seenBy, onErasure(erasure), packed].join(' | ')} |`
  })
}

function onErasure(erasure: Erasure): string {
  if ('expires' in erasure) return `Ends by itself. ${erasure.expires}`
  if ('stays' in erasure) return `Stays. ${erasure.stays}`
  const done = { deleted: 'Deleted.', replaced: 'Replaced by the pseudonym.', emptied: 'Emptied.' }[erasure.how]
  return erasure.but === undefined ? done : `${done} ${erasure.but}`
}

function tablesOf({ tables }: DeclaredColumns): { table: string; holds: string[] }[] {
  return Object.entries<{ holds?: object }>(tables as Record<string, { holds?: object }>).map(
    ([table, { holds = {} }]) => ({ table, holds: Object.keys(holds) }),
  )
}
