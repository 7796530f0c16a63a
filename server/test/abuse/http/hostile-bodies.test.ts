import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { BOUNDARY, hostileForm, hostileJson, hostileParts, hostileQuery } from './hostile-values.ts'
import { startHostileWorld } from './hostile-world.ts'
import { allOperations, type Operation, pathTo } from './operations.ts'

const CONCURRENCY = 8
/** Each operation gets some of the bodies; each body comes to many operations of each kind. */
const BODIES_EACH = 2
const MAX_P99_MS = 100
const MAX_MEMORY_MB = 400

const world = await startHostileWorld()
const { hostname, port } = new URL(world.url)
// Nobody would be logged in any more.
const operations = allOperations().filter((one) => one.method !== 'DELETE' || one.path !== '/portal/api/session')

type Call = { operation: Operation; headers: Record<string, string>; query: string; type?: string; body?: string }

describe('bodies of 1 MB that are built to hurt, at every operation of the OpenAPI files,', () => {
  test('are refused before they are read when they come without credentials', async () => {
    const wrong: string[] = []

    await inParallel(operations, async (operation) => {
      const status = await statusBeforeBody(operation)
      const isRefused = status >= 400 && status < 500 && status !== 408
      const mayBeAnswered = operation.group === 'anyone' && operation.method === 'GET'
      if (!isRefused && !(mayBeAnswered && status < 400)) wrong.push(`${operation.method} ${operation.path}: ${status}`)
    })

    assert.deepEqual(wrong, [])
  })

  test('leave the service alive for others, fail nowhere, and take little memory', async () => {
    const pings = pingMeanwhile()
    const failed: string[] = []

    await inParallel([...hostileCalls()], async ({ make, name }) => {
      const status = await send(make())
      // 503: too many large bodies at once.
      if (status >= 500 && status !== 503) failed.push(`${name}: ${status}`)
    })

    const took = await pings.stop()
    assert.deepEqual(failed, [])
    assert.ok(took.length > 100, `${took.length} answers of /health/live`)
    const p99 = took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0
    assert.ok(p99 < MAX_P99_MS, `/health/live took ${p99} ms (p99 of ${took.length}, at most ${Math.max(...took)} ms)`)
    assert.ok(peakMegabytes() < MAX_MEMORY_MB, `the service took ${peakMegabytes()} MB`)
  })
})

/** What comes back for the headers of a call and the first bytes of its body, which is never sent whole. */
function statusBeforeBody(operation: Operation): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const [type = 'application/json'] = Object.keys(operation.bodies)
    const head = [
      `${operation.method} ${pathTo(operation)} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${type === 'multipart/form-data' ? `${type}; boundary=${BOUNDARY}` : type}`,
      'Content-Length: 1000000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n{"a":`)
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1]))
    })
    socket.once('error', reject)
  })
}

/** Every operation, as everyone who may call it, with some of the bodies. They are made one by one: together they are large. */
function* hostileCalls(): Generator<{ name: string; make: () => Call }> {
  for (const [index, operation] of operations.entries()) {
    for (const headers of world.headers[operation.group]) {
      const name = `${operation.method} ${operation.path}`
      if (operation.method === 'GET') {
        yield { name, make: () => ({ operation, headers, query: hostileQuery(index) }) }
        continue
      }
      for (let turn = 0; turn < BODIES_EACH; turn++) {
        yield { name, make: () => ({ operation, headers, query: '', ...bodyFor(operation, index + turn * 3) }) }
      }
    }
  }
}

function bodyFor({ bodies }: Operation, number: number): { type: string; body: string } {
  const types = Object.keys(bodies)
  const type = types[number % types.length] ?? 'application/json'
  const schema = bodies[type]
  const choose = (hostile: Record<string, () => string>) =>
    Object.values(hostile)[number % Object.keys(hostile).length]?.() ?? ''
  if (type === 'multipart/form-data') {
    return { type: `${type}; boundary=${BOUNDARY}`, body: choose(hostileParts(schema)) }
  }
  return { type, body: choose(type.includes('urlencoded') ? hostileForm(schema) : hostileJson(schema, number)) }
}

async function send({ operation, headers, query, type, body }: Call): Promise<number> {
  const answer = await fetch(`${world.url}${pathTo(operation)}${query}`, {
    method: operation.method,
    redirect: 'manual',
    headers: { ...headers, ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  }).catch((error: Error) => {
    // A body that is far too large is not listened to until its end; links to pages repeat a long query.
    if (
      /ECONNRESET|EPIPE|UND_ERR_(?:SOCKET|HEADERS_OVERFLOW)/.test(
        String((error.cause as { code?: string } | undefined)?.code),
      )
    )
      return undefined
    throw error
  })
  await answer?.arrayBuffer()
  return answer?.status ?? 413
}

async function inParallel<T>(items: T[], step: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const item of rest) await step(item)
    }),
  )
}

function pingMeanwhile() {
  const worker = new Worker(new URL('./ping-thread.ts', import.meta.url), {
    workerData: { url: world.url, pid: world.pid },
  })
  const took: number[] = []
  worker.on('message', ({ ms }: { ms: number }) => took.push(ms))
  return {
    async stop() {
      await worker.terminate()
      return took
    },
  }
}

/** The most that the service had of the memory so far; only Linux tells. */
function peakMegabytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${world.pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return 0
  }
}
