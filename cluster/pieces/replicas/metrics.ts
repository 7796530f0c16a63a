import type { Service } from '../../../bench/harness/service.ts'

/** What became of statements that only read, in some processes together. */
export type Outcomes = { answered: number; behind: number; unavailable: number; failed: number }

export async function outcomesOf(apis: Pick<Service, 'url'>[]): Promise<Outcomes> {
  const sum = { answered: 0, behind: 0, unavailable: 0, failed: 0 }
  for (const { url } of apis) {
    const text = await (await fetch(`${url}/metrics`)).text()
    for (const [, outcome, value] of text.matchAll(/^dossier_replica_reads_total\{outcome="(\w+)"\} (\d+)/gm)) {
      sum[outcome as keyof Outcomes] += Number(value)
    }
  }
  return sum
}

export function difference(from: Outcomes, to: Outcomes): Outcomes {
  const parts = Object.keys(from) as (keyof Outcomes)[]
  return Object.fromEntries(parts.map((part) => [part, to[part] - from[part]])) as Outcomes
}

/** The share of the statements that the replica answered. */
export function shareOf({ answered, behind, unavailable, failed }: Outcomes): number {
  return answered / Math.max(1, answered + behind + unavailable + failed)
}

export async function lagOf({ url }: Pick<Service, 'url'>): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = /^dossier_replica_lag_seconds ([\d.e+-]+)/m.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
