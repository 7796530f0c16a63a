import { decimals } from '../harness/table.ts'
import type { Figure, Table } from './findings.ts'

/** More than this is a loss: a ratio moves by some hundredths from run to run, and CPU time by a tenth beside other work. */
export const LOSS = 0.2

/** The figures of one run of the measurements that are compared, by measurement. */
export type Run = { version: string; processor: string; figures: Record<string, Figure[]> }

export type Change = {
  measurement: string
  name: string
  unit: Figure['unit']
  before: number
  /** Undefined when the run did not find it out, though it ran the measurement. */
  now: number | undefined
  /** The share that was lost; negative when it was won. */
  loss: number
  verdict: 'lost' | 'kept' | 'not compared'
}

/**
 * What became of the figures of an earlier run. Only measurements that both made are compared; CPU time only on the same
 * processor, since it says nothing about another one.
 */
export function compareFigures(before: Run, now: Run): Change[] {
  return Object.entries(before.figures).flatMap(([measurement, figures]) => {
    const found = now.figures[measurement]
    if (!found) return []
    return figures.map((figure) => {
      const value = found.find(({ name, unit }) => name === figure.name && unit === figure.unit)?.value
      return changeOf(measurement, figure, value, before.processor === now.processor)
    })
  })
}

function changeOf(measurement: string, figure: Figure, now: number | undefined, isSameProcessor: boolean): Change {
  const { name, unit, value: before, better } = figure
  const isComparable = now !== undefined && (unit === 'ratio' || isSameProcessor)
  const loss = now === undefined ? Number.NaN : better === 'more' ? 1 - now / before : now / before - 1
  // A comparison with NaN is false: a figure that is not a number counts as lost.
  const verdict = isComparable ? (loss <= LOSS ? 'kept' : 'lost') : 'not compared'
  return { measurement, name, unit, before, now, loss, verdict }
}

export function lostOf(changes: Change[]): Change[] {
  return changes.filter(({ verdict }) => verdict === 'lost')
}

/** Of two comparisons of the same figures the better result of each: what disturbed one run did not disturb the other. */
export function betterOf(first: Change[], second: Change[]): Change[] {
  return first.map((one) => {
    const other = second.find(({ measurement, name, unit }) => isSame(one, { measurement, name, unit }))
    return other !== undefined && other.verdict !== 'not compared' && !(other.loss >= one.loss) ? other : one
  })
}

/** The figures of a run, with those values that were compared. */
export function withChanges(figures: Run['figures'], changes: Change[]): Run['figures'] {
  const compared = (measurement: string, { name, unit }: Figure) =>
    changes.find((one) => isSame(one, { measurement, name, unit }))?.now
  return Object.fromEntries(
    Object.entries(figures).map(([measurement, ones]) => [
      measurement,
      ones.map((one) => ({ ...one, value: compared(measurement, one) ?? one.value })),
    ]),
  )
}

function isSame(one: Change, other: Pick<Change, 'measurement' | 'name' | 'unit'>): boolean {
  return one.measurement === other.measurement && one.name === other.name && one.unit === other.unit
}

export function changesTable(changes: Change[]): Table {
  const digits = ({ unit }: Change) => (unit === 'ratio' ? 2 : 0)
  return {
    head: ['measurement', 'figure', 'before', 'now', 'change', 'verdict'],
    rows: changes.map((one) => [
      one.measurement,
      `${one.name}, ${one.unit}`,
      decimals(one.before, digits(one)),
      decimals(one.now, digits(one)),
      percent(one.before, one.now),
      one.verdict,
    ]),
  }
}

function percent(before: number, now: number | undefined): string {
  if (now === undefined || !Number.isFinite(now)) return '–'
  const change = Math.round((now / before - 1) * 100)
  return `${change > 0 ? '+' : ''}${change} %`
}
