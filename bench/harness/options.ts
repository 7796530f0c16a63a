import { parseArgs } from 'node:util'

export type Options = {
  /** Which measurements to run; all of them when empty. */
  names: string[]
  values: number
  employees: number
  requests: number
  articles: number
  events: number
  seconds: number
  isProfiled: boolean
}

const USAGE = `npm run bench -- [MEASUREMENT …] [--values N] [--employees N] [--requests N] [--articles N] [--events N] [--seconds N] [--profile]

  --values N     how many values the large data set has (1000000)
  --employees N  how many employees the large company has (300000)
  --requests N   how many requests the large client has (1000000)
  --articles N   how many articles the large knowledge base has (100000)
  --events N     how many events have gathered, and ten times as many as documents (2000000)
  --seconds N    how long one round lasts (8)
  --profile      after the rounds, say what the service spends its CPU time on`

/** The command line asks for something that there is not. */
export class Misuse extends Error {}

export function readOptions(args: string[], known: string[]): Options {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      values: { type: 'string', default: '1000000' },
      employees: { type: 'string', default: '300000' },
      requests: { type: 'string', default: '1000000' },
      articles: { type: 'string', default: '100000' },
      events: { type: 'string', default: '2000000' },
      seconds: { type: 'string', default: '8' },
      profile: { type: 'boolean', default: false },
    },
  })
  const sizes = {
    values: Number(values.values),
    employees: Number(values.employees),
    requests: Number(values.requests),
    articles: Number(values.articles),
    events: Number(values.events),
  }
  const seconds = Number(values.seconds)
  const areUsable = Object.values(sizes).every((one) => one >= 3000 && one <= 200_000_000)
  const unknown = positionals.find((name) => !known.includes(name))
  if (!areUsable || !(seconds >= 1 && seconds <= 600) || unknown !== undefined) {
    throw new Misuse(`${USAGE}\n\nMeasurements: ${known.join(', ')}. At least 3000 of each, 1 to 600 seconds.`)
  }
  return { names: positionals, ...sizes, seconds, isProfiled: values.profile }
}
