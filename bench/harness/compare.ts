import type { Round } from './load/load.ts'
import type { CpuMeter } from './usage.ts'

const WARM_UP_SECONDS = 3
const ROUNDS = 3

export type Side = { run(seconds: number): Promise<Round>; cpu: CpuMeter }

/** Medians over the rounds; CPU microseconds for each answer, in the process and in its database connections. */
export type SideResult = { rate: number; p50: number; p99: number; processMicros: number; databaseMicros: number }
export type Comparison = { reference: SideResult; subject: SideResult }

/** The two take turns, so that a neighbour who wakes up on the machine disturbs both. */
export async function compare(reference: Side, subject: Side, seconds: number): Promise<Comparison> {
  const sides = [
    { side: reference, rounds: [] as SideResult[] },
    { side: subject, rounds: [] as SideResult[] },
  ] as const
  for (const { side } of sides) await side.run(Math.min(WARM_UP_SECONDS, seconds))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { side, rounds } of sides) rounds.push(await measure(side, seconds))
  }
  return { reference: medianOf(sides[0].rounds), subject: medianOf(sides[1].rounds) }
}

async function measure({ run, cpu }: Side, seconds: number): Promise<SideResult> {
  const before = await cpu()
  const { answers, rate, p50, p99 } = await run(seconds)
  const after = await cpu()
  const micros = (from: number, to: number) => ((to - from) * 1e6) / answers
  return {
    rate,
    p50,
    p99,
    processMicros: micros(before.process, after.process),
    databaseMicros: micros(before.database, after.database),
  }
}

function medianOf(rounds: SideResult[]): SideResult {
  const median = (of: (round: SideResult) => number) =>
    rounds.map(of).sort((left, right) => left - right)[Math.floor(rounds.length / 2)] ?? Number.NaN
  return {
    rate: median((round) => round.rate),
    p50: median((round) => round.p50),
    p99: median((round) => round.p99),
    processMicros: median((round) => round.processMicros),
    databaseMicros: median((round) => round.databaseMicros),
  }
}
