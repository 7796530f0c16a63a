import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DOCUMENT, signedPath, UPLOAD_HEADERS, UPLOAD_PATH } from '../../../bench/harness/content/filing.ts'
import { contentType, formAround } from '../../../bench/harness/content/upload-form.ts'

/** In one part, in one part without a second read, in three parts. */
const SIZES = [20_000, 600_000, 12_000_000]
const UPLOADERS = 6
/** An upload that was stored. */
export const STORED = '201'
/** What group B answers when bytes cannot be stored, and when the service cannot tell whether they are there. */
export const UNAVAILABLE = ['400 (1426)', '503 (503)']
/** A caller that was refused waits before its next try. */
const PAUSE_MS = 200

export type Acknowledged = { id: string; sha256: string }

export type Load = {
  acknowledged: Acknowledged[]
  /** How often each answer came. */
  uploads: Map<string, number>
  downloads: Map<string, number>
  /** Downloads that broke off, and those with other bytes than were sent. */
  broken: number
  wrong: number
  slowestMs: number
  stop(): Promise<void>
}

/** Sends documents of several sizes and fetches some of them again, until it is stopped. */
export function startLoad(url: string): Load {
  let isStopped = false
  const load: Load = {
    acknowledged: [],
    uploads: new Map(),
    downloads: new Map(),
    broken: 0,
    wrong: 0,
    slowestMs: 0,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
  async function runUploader(index: number): Promise<void> {
    for (let round = index; !isStopped; round += 1) {
      const startedAt = performance.now()
      const answer = await upload(url, SIZES[round % SIZES.length] ?? 0, load)
      load.slowestMs = Math.max(load.slowestMs, performance.now() - startedAt)
      count(load.uploads, answer)
      if (answer !== STORED) await delay(PAUSE_MS)
    }
  }
  async function runReader(): Promise<void> {
    while (!isStopped) {
      const one = load.acknowledged[Math.floor(Math.random() * load.acknowledged.length)]
      if (one) await fetchAgain(url, one, load)
      await delay(PAUSE_MS)
    }
  }
  const running = [...Array.from({ length: UPLOADERS }, (_, index) => runUploader(index)), runReader(), runReader()]
  return load
}

/** Whether a document is there with the bytes that were sent. */
export async function isThere(url: string, { id, sha256 }: Acknowledged): Promise<boolean> {
  const answer = await fetch(`${url}${signedPath(id)}`)
  return answer.ok && sha256Of(Buffer.from(await answer.arrayBuffer())) === sha256
}

async function upload(url: string, sizeBytes: number, load: Load): Promise<string> {
  const content = randomBytes(sizeBytes)
  const { head, tail } = formAround(DOCUMENT)
  const headers = { ...UPLOAD_HEADERS, 'content-type': contentType() }
  try {
    const body = Buffer.concat([head, content, tail])
    const answer = await fetch(`${url}${UPLOAD_PATH}`, { method: 'POST', headers, body })
    const { id, code } = (await answer.json()) as { id: string; code?: number }
    if (answer.status === 201) load.acknowledged.push({ id, sha256: sha256Of(content) })
    return answer.status === 201 ? STORED : `${answer.status} (${code})`
  } catch (error) {
    return String(error)
  }
}

async function fetchAgain(url: string, { id, sha256 }: Acknowledged, load: Load): Promise<void> {
  const answer = await fetch(`${url}${signedPath(id)}`)
  count(load.downloads, `${answer.status}`)
  try {
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.ok && sha256Of(bytes) !== sha256) load.wrong += 1
  } catch {
    load.broken += 1
  }
}

function count(answers: Map<string, number>, answer: string): void {
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
