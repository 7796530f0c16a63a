import { parseArgs } from 'node:util'

export type Options = {
  /** Which measurements to run; all of them when empty. */
  names: string[]
  values: number
  seconds: number
  isProfiled: boolean
}

const USAGE = `npm run bench -- [MEASUREMENT …] [--values N] [--seconds N] [--profile]

  --values N    how many values the large data set has (1000000)
  --seconds N   how long one round lasts (8)
  --profile     after the rounds, say what the service spends its CPU time on`

/** The command line asks for something that there is not. */
export class Misuse extends Error {}

export function readOptions(args: string[], known: string[]): Options {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      values: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '8' },
      profile: { type: 'boolean', default: false },
    },
  })
  const [count, seconds] = [Number(values.values), Number(values.seconds)]
  const isUsable = count >= 1000 && count <= 20_000_000 && seconds >= 1 && seconds <= 600
  const unknown = positionals.find((name) => !known.includes(name))
  if (!isUsable || unknown !== undefined) {
    throw new Misuse(`${USAGE}\n\nMeasurements: ${known.join(', ')}. At least 1000 values, 1 to 600 seconds.`)
  }
  return { names: positionals, values: count, seconds, isProfiled: values.profile }
}
