import { table } from '../harness/table.ts'

/** What a measurement prints, and what the page about performance shows. */
export type Findings = {
  /** What the tables are about, where the name of the measurement does not say it. */
  title?: string
  tables: Table[]
  /** Printed, and left out of the page: plans of statements, profiles. */
  details?: string
  /** What another run is compared by. */
  figures: Figure[]
}

export type Table = { head: string[]; rows: string[][] }

/** A number that says as little as possible about the machine: how the service compares with its reference, or CPU time. */
export type Figure = { name: string; value: number; unit: 'ratio' | 'CPU µs'; better: 'more' | 'less' }

/** How many times as fast as its reference something is. */
export function ratio(name: string, value: number): Figure {
  return { name, value, unit: 'ratio', better: 'more' }
}

/** CPU time for one of each, in the service and in the database together: work that moves from one to the other is none less. */
export function cpuMicros(name: string, value: number): Figure {
  return { name, value, unit: 'CPU µs', better: 'less' }
}

export function printed({ title, tables, details }: Findings): string {
  const texts = tables.map(({ head, rows }) => table(head, rows))
  return [[title, texts.join('\n\n')], [details]]
    .map((parts) => parts.filter((part) => part !== undefined).join('\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}
