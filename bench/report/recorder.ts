import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Options } from '../harness/options.ts'
import type { Occasion, Report } from './figures.ts'
import type { Findings } from './findings.ts'
import { describeMachine, type Machine, watchOthers } from './machine.ts'

const PACKAGE = join(import.meta.dirname, '../../package.json')
/** What there is much or little of, by the measurement that it matters to. */
const SIZES_OF: Record<string, (keyof Options)[]> = {
  'get-value': ['values'],
  lists: ['values'],
  imports: ['values'],
  employees: ['employees'],
  'bulk-employees': ['employees'],
  'manager-lists': ['employees', 'requests'],
  requests: ['requests'],
  'create-request': ['requests'],
  articles: ['articles'],
  history: ['events'],
  retention: ['requests'],
  webhooks: ['callbacks'],
}
const UNKNOWN: Machine = { processor: '', cores: 0, memoryGiB: 0, system: '', node: '', postgres: '' }

/** Gathers what is measured, with what the machine did beside it. */
export type Recorder = {
  record(name: string, measure: () => Promise<Findings>): Promise<void>
  /** Once there is a database that knows its version. */
  describeMachine(client: Pick<pg.Client, 'query'>): Promise<void>
  findings(): Map<string, Findings>
  /** What was found, as the report keeps it. */
  report(): Report
  /** When and on what all of it was measured. */
  occasion(): Occasion
}

export function openRecorder(options: Options, machine: Machine = UNKNOWN): Recorder {
  const found = new Map<string, { findings: Findings; othersPercent: number | undefined }>()
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  let described = machine
  const occasionWith = (othersPercent: number | undefined, sizes: (keyof Options)[]): Occasion => ({
    date: new Date().toISOString().slice(0, 10),
    version,
    machine: described,
    ...(othersPercent === undefined ? {} : { othersPercent }),
    isQuick: options.isQuick,
    sizes: Object.fromEntries([...sizes, 'seconds' as const].map((name) => [name, Number(options[name])])),
  })
  const most = () => {
    const shares = [...found.values()].flatMap(({ othersPercent }) => othersPercent ?? [])
    return shares.length === 0 ? undefined : Math.max(...shares)
  }
  return {
    async record(name, measure) {
      const watch = await watchOthers()
      const findings = await measure()
      found.set(name, { findings, othersPercent: await watch() })
    },
    async describeMachine(client) {
      described = await describeMachine(client)
    },
    findings: () => new Map(Array.from(found, ([name, { findings }]) => [name, findings])),
    report: () =>
      Object.fromEntries(
        Array.from(found, ([name, { findings, othersPercent }]) => {
          const { details: _, ...kept } = findings
          return [name, { occasion: occasionWith(othersPercent, SIZES_OF[name] ?? []), findings: kept }]
        }),
      ),
    occasion: () => occasionWith(most(), [...new Set(Object.values(SIZES_OF).flat())]),
  }
}
