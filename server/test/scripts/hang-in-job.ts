import { setTimeout as wait } from 'node:timers/promises'
import { defineJob } from '#kernel/jobs.ts'
import { startWorker } from '#test/harness/platform.ts'

/** A worker that takes the job which its second argument names, says so, and never ends it. */
const [connection = '', name = '', supervision = 'null'] = process.argv.slice(2)
const hang = defineJob(name, async () => {
  process.stdout.write('begun\n')
  await wait(600_000)
})
await startWorker(JSON.parse(connection), [hang], JSON.parse(supervision) ?? undefined)
