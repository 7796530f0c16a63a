import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { doJobs } from '../child.ts'
import { contentType, formAround } from '../content/upload-form.ts'

/** One file that is sent in a form, or fetched; answers the milliseconds that it took, and what was answered. */
export type LargeFileJob =
  | { send: { url: string; headers: Record<string, string>; data: object; sizeBytes: number } }
  | { fetch: { url: string; sizeBytes: number } }
export type LargeFileResult = { ms: number; body: string }

const PART_BYTES = 1024 * 1024

doJobs<LargeFileJob, LargeFileResult>((job) => ('send' in job ? send(job.send) : fetchFile(job.fetch)))

async function send(job: Extract<LargeFileJob, { send: object }>['send']): Promise<LargeFileResult> {
  const startedAt = performance.now()
  const { head, tail } = formAround(job.data)
  const call = request(job.url, {
    method: 'POST',
    headers: {
      ...job.headers,
      'content-type': contentType(),
      'content-length': head.length + job.sizeBytes + tail.length,
    },
  })
  const answered = once(call, 'response')
  call.write(head)
  const part = randomBytes(PART_BYTES)
  for (let sent = 0; sent < job.sizeBytes; sent += PART_BYTES) {
    // No two parts are the same.
    part.writeDoubleBE(sent + Math.random(), 0)
    if (!call.write(Buffer.from(part))) await once(call, 'drain')
  }
  call.end(tail)
  const [answer] = await answered
  let body = ''
  for await (const piece of answer) body += piece
  if (answer.statusCode !== 201) throw new Error(`The upload answered ${answer.statusCode}: ${body}`)
  return { ms: performance.now() - startedAt, body }
}

async function fetchFile({
  url,
  sizeBytes,
}: Extract<LargeFileJob, { fetch: object }>['fetch']): Promise<LargeFileResult> {
  const startedAt = performance.now()
  const call = request(url)
  const answered = once(call, 'response')
  call.end()
  const [answer] = await answered
  let received = 0
  for await (const piece of answer) received += piece.length
  if (answer.statusCode !== 200 || received !== sizeBytes) {
    throw new Error(`The download answered ${answer.statusCode} with ${received} bytes.`)
  }
  return { ms: performance.now() - startedAt, body: '' }
}
