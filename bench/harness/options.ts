import { parseArgs } from 'node:util'

export type Options = {
  /** Which measurements to run; all of them when empty, or those of a quick run. */
  names: string[]
  values: number
  employees: number
  requests: number
  articles: number
  events: number
  /** How many callbacks wait when sending begins. */
  callbacks: number
  seconds: number
  isProfiled: boolean
  /** Little data and short rounds, to be compared with the figures of the last release. */
  isQuick: boolean
  /** Whether the page about performance gets the figures. */
  isReported: boolean
  /** The version whose figures these are from now on. */
  keptVersion: string | undefined
}

const USAGE = `npm run bench -- [MEASUREMENT …] [--quick] [--report] [--profile] [--keep VERSION]
                 [--values N] [--employees N] [--requests N] [--articles N] [--events N] [--callbacks N] [--seconds N]

  --quick         little data and short rounds, below five minutes; compares with the figures of the last
                  release, and fails when more than a fifth was lost
  --keep VERSION  a quick run whose figures are kept for the release of this version
  --report        write what was measured to docs/performance.md
  --profile       after the rounds, say what the service spends its CPU time on
  --values N      how many values the large data set has (1000000)
  --employees N   how many employees the large company has (300000)
  --requests N    how many requests the large client has (1000000)
  --articles N    how many articles the large knowledge base has (100000)
  --events N      how many events have gathered, and ten times as many as documents (2000000)
  --callbacks N   how many callbacks wait when sending begins (30000)
  --seconds N     how long one round lasts (8)`

const WHOLE = {
  values: 1_000_000,
  employees: 300_000,
  requests: 1_000_000,
  articles: 100_000,
  events: 2_000_000,
  callbacks: 30_000,
}
const QUICK = { values: 20_000, employees: 3000, requests: 10_000, articles: 3000, events: 100_000, callbacks: 10_000 }
const SECONDS = { whole: 8, quick: 2 }
const VERSION = /^\d+\.\d+\.\d+$/

/** The command line asks for something that there is not. */
export class Misuse extends Error {}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const OPTIONS = {
  values: text,
  employees: text,
  requests: text,
  articles: text,
  events: text,
  callbacks: text,
  seconds: text,
  keep: text,
  profile: flag,
  quick: flag,
  report: flag,
}

export function readOptions(args: string[], known: string[]): Options {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: OPTIONS,
  })
  const isQuick = values.quick || values.keep !== undefined
  const sizes = { ...(isQuick ? QUICK : WHOLE) }
  for (const name of Object.keys(sizes) as (keyof typeof sizes)[]) {
    if (values[name] !== undefined) sizes[name] = Number(values[name])
  }
  const seconds = Number(values.seconds ?? (isQuick ? SECONDS.quick : SECONDS.whole))
  const areUsable = Object.values(sizes).every((one) => one >= 3000 && one <= 200_000_000)
  // The figures of a release are all of them.
  const isVersion = values.keep === undefined || (VERSION.test(values.keep) && positionals.length === 0)
  const unknown = positionals.find((name) => !known.includes(name))
  if (!areUsable || !isVersion || !(seconds >= 1 && seconds <= 600) || unknown !== undefined) {
    throw new Misuse(`${USAGE}\n\nMeasurements: ${known.join(', ')}. At least 3000 of each, 1 to 600 seconds.`)
  }
  return {
    names: positionals,
    ...sizes,
    seconds,
    isProfiled: values.profile,
    isQuick,
    isReported: values.report,
    keptVersion: values.keep,
  }
}
