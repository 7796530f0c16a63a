import autocannon from 'autocannon'
import { doJobs } from '../child.ts'
import { newValue } from '../content/tree.ts'
import { SERIAL_BYTES } from '../content/upload-form.ts'
import { type LoadJob, type Round, summarise } from './load.ts'

const TIMEOUT_SECONDS = 60

doJobs(run)

async function run(job: LoadJob): Promise<Round> {
  const latencies: number[] = []
  const wrong: number[] = []
  const startedAt = performance.now()
  let lastAt = startedAt
  const wanted = wantedStatus(job)
  const nextRequest = requestsOf(job)
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: job.url,
        connections: job.connections,
        timeout: TIMEOUT_SECONDS,
        ...('seconds' in job.until ? { duration: job.until.seconds } : { amount: job.until.answers }),
        // Each connection has a request object of its own: a shared one would be sent by all of them first.
        setupClient: (client) => client.setRequests([{ headers: job.headers, setupRequest: nextRequest }]),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    )
    // autocannon's own histogram counts whole milliseconds, too coarse for a call that takes one.
    instance.on('response', (_client, status, _bytes, elapsedMs) => {
      latencies.push(elapsedMs)
      lastAt = performance.now()
      if (status !== wanted) wrong.push(status)
    })
  })
  if (wrong.length > 0 || result.errors > 0) {
    throw new Error(
      `${wrong.length} answers were not ${wanted} (the first: ${wrong[0]}), ${result.errors} calls failed.`,
    )
  }
  return summarise(latencies, lastAt - startedAt)
}

function wantedStatus({ newValues, forms, isDeletion }: LoadJob): number {
  if (isDeletion) return 204
  return newValues === undefined && forms === undefined ? 200 : (forms?.answer ?? 201)
}

function requestsOf({
  paths,
  newValues,
  forms,
  isDeletion,
  headers,
}: LoadJob): (request: autocannon.Request) => autocannon.Request {
  let serial = 0
  const anyPath = () => paths[Math.floor(Math.random() * paths.length)] ?? '/'
  if (forms) {
    const template = Buffer.from(forms.body, 'base64')
    const postHeaders = { ...headers, 'content-type': forms.contentType }
    return (request) => {
      serial += 1
      const body = Buffer.from(template)
      body.write(`${forms.serials}-${serial}`.padEnd(SERIAL_BYTES), forms.serialAt, 'latin1')
      return Object.assign(request, { method: 'POST', path: anyPath(), headers: postHeaders, body })
    }
  }
  if (isDeletion) {
    return (request) => {
      const path = paths[serial]
      if (path === undefined) throw new Error('Every path was deleted before the time was over.')
      serial += 1
      return Object.assign(request, { method: 'DELETE', path, headers })
    }
  }
  if (newValues === undefined) return (request) => Object.assign(request, { path: anyPath() })
  const putHeaders = { ...headers, 'content-type': 'application/json' }
  return (request) => {
    serial += 1
    const { code, localized_names } = newValue(`${newValues}-${serial}`)
    const body = JSON.stringify({ localized_names })
    return Object.assign(request, { method: 'PUT', path: `${anyPath()}.${code}`, headers: putHeaders, body })
  }
}
