import { setTimeout as delay } from 'node:timers/promises'
import type { Service } from '../../../bench/harness/service.ts'

const WRITERS = 4
const GIVE_UP_AFTER_MS = 60_000

export type Written = {
  acknowledged: string[]
  codes: Record<string, number>
  slowestMs: number
  /** Between two writes that succeeded. */
  longestGapMs: number
}

/** Writes values by all processes in turn, each once, and keeps account of what was answered. */
export function startWriters(services: Service[], datasetId: string): { stop(): Promise<Written> } {
  const written: Written = { acknowledged: [], codes: {}, slowestMs: 0, longestGapMs: 0 }
  const state = { isOver: false, lastAt: performance.now() }

  async function writeOnce({ url, headers, pathOf }: Service, path: string): Promise<void> {
    const startedAt = performance.now()
    const code = await fetch(`${url}${pathOf(`/datasets/${datasetId}/values/${path}`)}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ localized_names: [] }),
      signal: AbortSignal.timeout(GIVE_UP_AFTER_MS),
    }).then(codeOf, ({ name }: Error) => name)
    const now = performance.now()
    written.codes[code] = (written.codes[code] ?? 0) + 1
    written.slowestMs = Math.max(written.slowestMs, now - startedAt)
    if (code !== '201') return void (await delay(100))
    written.acknowledged.push(path)
    written.longestGapMs = Math.max(written.longestGapMs, now - state.lastAt)
    state.lastAt = now
  }

  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const service = services[writer % services.length] as Service
    for (let n = 0; !state.isOver; n += 1) {
      await writeOnce(service, `w${writer}n${n}`)
      await delay(20)
    }
  })
  return {
    async stop() {
      state.isOver = true
      await Promise.all(writers)
      return written
    },
  }
}

async function codeOf(answer: Response): Promise<string> {
  await answer.arrayBuffer()
  const isWhole = answer.status !== 503 || answer.headers.has('retry-after')
  return isWhole ? `${answer.status}` : `${answer.status} without Retry-After`
}
