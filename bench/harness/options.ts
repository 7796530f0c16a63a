import { parseArgs } from 'node:util'

export type Options = {
  /** Which measurements to run; all of them when empty. */
  names: string[]
  values: number
  employees: number
  requests: number
  seconds: number
  isProfiled: boolean
}

const USAGE = `npm run bench -- [MEASUREMENT …] [--values N] [--employees N] [--requests N] [--seconds N] [--profile]

  --values N     how many values the large data set has (1000000)
  --employees N  how many employees the large company has (300000)
  --requests N   how many requests the large desk has (1000000)
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
      seconds: { type: 'string', default: '8' },
      profile: { type: 'boolean', default: false },
    },
  })
  const { values: valueCount, ...rest } = values
  const [count, employees, requests, seconds] = [valueCount, rest.employees, rest.requests, rest.seconds].map(
    Number,
  ) as [...[count: number, employees: number, requests: number, seconds: number]]
  const isUsable =
    [count, employees, requests].every((one) => one >= 3000 && one <= 20_000_000) && seconds >= 1 && seconds <= 600
  const unknown = positionals.find((name) => !known.includes(name))
  if (!isUsable || unknown !== undefined) {
    throw new Misuse(
      `${USAGE}\n\nMeasurements: ${known.join(', ')}. At least 3000 values, employees and requests, 1 to 600 seconds.`,
    )
  }
  return { names: positionals, values: count, employees, requests, seconds, isProfiled: values.profile }
}
