import { setTimeout as delay } from 'node:timers/promises'
import { doJobs } from '../child.ts'

/** One caller who calls at a steady pace, and waits for each answer; answers how long each took, in milliseconds. */
export type PaceJob = {
  url: string
  headers: Record<string, string>
  paths: string[]
  everyMs: number
  seconds: number
}

doJobs<PaceJob, number[]>(async ({ url, headers, paths, everyMs, seconds }) => {
  const took: number[] = []
  const startedAt = performance.now()
  for (
    let dueAt = startedAt;
    dueAt < startedAt + seconds * 1000;
    dueAt = Math.max(dueAt + everyMs, performance.now())
  ) {
    await delay(Math.max(0, dueAt - performance.now()))
    const sentAt = performance.now()
    const answer = await fetch(`${url}${paths[took.length % paths.length]}`, { headers })
    await answer.arrayBuffer()
    took.push(performance.now() - sentAt)
    if (!answer.ok) throw new Error(`A call at a steady pace was answered ${answer.status}.`)
  }
  return took
})
