import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { doJobs, settingsOfChild } from '../harness/child.ts'

/** What sending costs when nothing is done but that: bodies of the same size, no signature, nothing is kept. */
export type PostSettings = { url: string; data: object }
/** As fast as so many callers can, or at a steady pace. */
export type PostJob = { count: number; callers: number; perSecond?: number; paths: number }

const { url, data } = settingsOfChild<PostSettings>()
const dispatcher = new Agent()
const headers = { 'content-type': 'application/json' }
let serial = 0

async function post(paths: number): Promise<void> {
  serial += 1
  const body = JSON.stringify({ id: `bare-${serial}`, created_at: new Date().toISOString(), ...data })
  const answer = await request(`${url}/ok/${serial % paths}`, { method: 'POST', headers, body, dispatcher })
  await answer.body.dump()
}

doJobs<PostJob, number>(async ({ count, callers, perSecond, paths }) => {
  const startedAt = performance.now()
  if (perSecond !== undefined) {
    const posts: Promise<void>[] = []
    for (let sent = 0; sent < count; sent += 1) {
      const dueAt = startedAt + (sent * 1000) / perSecond
      if (dueAt > performance.now()) await delay(dueAt - performance.now())
      posts.push(post(paths))
    }
    await Promise.all(posts)
  } else {
    let left = count
    const caller = async () => {
      while (left-- > 0) await post(paths)
    }
    await Promise.all(Array.from({ length: callers }, caller))
  }
  return (count * 1000) / (performance.now() - startedAt)
})
