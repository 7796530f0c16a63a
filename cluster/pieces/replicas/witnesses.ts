import { DATASETS } from '../../../bench/harness/content/tree.ts'
import type { Service } from '../../../bench/harness/service.ts'
import { startHttp } from '../../harness/start-http.ts'

/** What callers saw who read what they had written, or were told of. */
export type Seen = { reads: number; stale: number; failures: number; longestMs: number }

/** Callers who write by one process, and at once look for it by both: by its key, and in a list. */
export async function readOwnWrites(apis: Service[], callers: number, seconds: number): Promise<Seen> {
  const seen: Seen = { reads: 0, stale: 0, failures: 0, longestMs: 0 }
  const until = performance.now() + seconds * 1000
  const one = async (caller: number) => {
    for (let n = 0; performance.now() < until; n += 1) {
      const code = `w${process.pid}c${caller}n${n}t${Math.trunc(until)}`
      const [writer, reader] = [apis[n % apis.length] as Service, apis[(n + caller) % apis.length] as Service]
      const put = await timed(seen, writer, `/datasets/${DATASETS.subject}/values/${code}`, {
        localized_names: [{ language_code: 'en-us', value: code }],
      })
      if (!put) continue
      await look(seen, reader, code)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)))
  return seen
}

async function look(seen: Seen, reader: Service, code: string): Promise<void> {
  const paths = [
    `/datasets/${DATASETS.subject}/values/${code}`,
    `/datasets/${DATASETS.subject}/values?per_page=10&q=${code}`,
  ]
  for (const path of paths) {
    const found = await timed(seen, reader, path)
    if (!found) continue
    seen.reads += 1
    if (!found.includes(code)) seen.stale += 1
  }
}

/** The body of a call that succeeded; that a value is not found is an answer, too. */
async function timed(
  seen: Seen,
  { url, pathOf, headers }: Service,
  path: string,
  body?: object,
): Promise<string | undefined> {
  const sentAt = performance.now()
  const answer = await fetch(`${url}${pathOf(path)}`, {
    method: body ? 'PUT' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined)
  const text = await answer?.text().catch(() => undefined)
  seen.longestMs = Math.max(seen.longestMs, performance.now() - sentAt)
  if (text !== undefined && (answer?.ok || answer?.status === 404)) return text
  seen.failures += 1
  return undefined
}

/** A receiver of callbacks that looks, by a process that did not write, for what each tells of. */
export async function startTold(reader: Service): Promise<{ url: string; seen: Seen }> {
  const seen: Seen = { reads: 0, stale: 0, failures: 0, longestMs: 0 }
  const url = await startHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { code: string; dataset_id: string } }
    if (data.dataset_id === DATASETS.subject) await look(seen, reader, data.code)
    response.end()
  })
  return { url: `${url}/told`, seen }
}
