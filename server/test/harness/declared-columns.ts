import type { DeclaredColumns, Holding } from '#kernel/personal-data/columns.ts'
import { SHARED_COLUMNS } from '#kernel/personal-data/shared-columns.ts'
import { MODULES } from '#modules/index.ts'

export type DeclaredTable = {
  table: string
  /** The columns of each holding. */
  holds: Record<string, readonly string[]>
  none: readonly string[]
  /** What the columns are whose names sound like a person. */
  harmless: Record<string, string>
}

export type Declaration = { area: string; holdings: Record<string, Holding>; tables: DeclaredTable[] }

export function readDeclaration({ area, holdings, tables }: DeclaredColumns): Declaration {
  const declared = Object.entries(tables as Record<string, Partial<Omit<DeclaredTable, 'table'>>>)
  return {
    area,
    holdings,
    tables: declared.map(([table, { holds = {}, none = [], harmless = {} }]) => ({ table, holds, none, harmless })),
  }
}

/** What all modules declare, and what belongs to none. */
export const DECLARATIONS: Declaration[] = [
  ...MODULES.flatMap(({ personalData }) => personalData?.columns ?? []),
  ...SHARED_COLUMNS,
].map(readDeclaration)
