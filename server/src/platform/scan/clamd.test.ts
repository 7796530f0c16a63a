import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { eventually } from '#test/harness/eventually.ts'
import { EICAR, EICAR_NAME, startClamd, VERSION } from '#test/harness/files/clamd.ts'
import { openScanner, type Scan } from './clamd.ts'
import type { ClamdAddress } from './parse-clamd-url.ts'
import { ScanFailed, type ScanFailure } from './scan-failed.ts'

type Clamd = Parameters<typeof startClamd>[0]

const SHORT = { connectMs: 300, writeMs: 300, answerMs: 300 }
const LONG = { connectMs: 20_000, writeMs: 20_000, answerMs: 20_000 }

for (const over of ['tcp', 'unix'] as const) {
  describe(`a scan over ${over}`, () => {
    test('finds a clean file clean, and has sent all of it', async (t) => {
      const { scanner, clamd } = await aScanner(t, { over })
      const file = randomBytes(300_000)

      assert.deepEqual(await scanAll(scanner.scan(), [file.subarray(0, 7), file.subarray(7)]), { isClean: true })
      assert.ok(Buffer.concat(clamd.streams[0]?.chunks ?? []).equals(file))
    })

    test('tells what it found, also across the borders of parts', async (t) => {
      const { scanner } = await aScanner(t, { over })

      for (const at of [1, 30, EICAR.length - 1]) {
        const parts = [`some text ${EICAR.slice(0, at)}`, `${EICAR.slice(at)} and more`].map((part) =>
          Buffer.from(part),
        )
        assert.deepEqual(await scanAll(scanner.scan(), parts), { isClean: false, found: EICAR_NAME })
      }
    })

    const steps: [name: string, step: (scan: Scan) => Promise<unknown>][] = [
      ['the next part', (scan) => scan.see(Buffer.alloc(100_000))],
      ['the end', (scan) => scan.end()],
    ]
    for (const [name, step] of steps) {
      test(`reads an answer that was there when clamd had already hung up on ${name}`, async (t) => {
        const { scanner, clamd } = await aScanner(t, { over, maxBytes: 10 })
        const scan = scanner.scan()
        await eventually(() => clamd.sockets().length === 1)
        const hungUp = once(clamd.sockets()[0] as Socket, 'close')
        await scan.see(Buffer.from('0123456789!'))

        await hungUp

        // In the same turn of the event loop: the answer has arrived, is not read yet, and this write fails.
        await assert.rejects(step(scan), failing('too_large'))
      })
    }

    test('fails while the file is still being sent once it passes the limit of clamd', async (t) => {
      const { scanner } = await aScanner(t, { over, maxBytes: 1_000_000 })

      for (let round = 0; round < 20; round++) {
        await assert.rejects(scanAll(scanner.scan(), Array(100).fill(Buffer.alloc(100_000))), failing('too_large'))
      }
    })

    test('of a file just at the limit of clamd is a scan as any other', async (t) => {
      const { scanner } = await aScanner(t, { over, maxBytes: 100_000 })

      assert.deepEqual(await scanAll(scanner.scan(), [Buffer.alloc(100_000)]), { isClean: true })
      await assert.rejects(scanAll(scanner.scan(), [Buffer.alloc(100_001)]), failing('too_large'))
    })

    test('leaves no connection behind, even to a clamd that keeps it open', async (t) => {
      const { scanner, clamd } = await aScanner(t, { over, manner: 'lingering' })

      await scanAll(scanner.scan(), [Buffer.from(EICAR)])
      await scanner.check()

      await eventually(() => clamd.sockets().length === 0)
    })
  })
}

describe('a scan', () => {
  test('of nothing is clean', async (t) => {
    const { scanner, clamd } = await aScanner(t)

    assert.deepEqual(await scanner.scan().end(), { isClean: true })
    assert.equal(clamd.streams[0]?.isEnded, true)
  })

  test('does not end at a part without bytes', async (t) => {
    const { scanner } = await aScanner(t)
    const parts = [Buffer.from('clean'), Buffer.alloc(0), Buffer.from(EICAR)]

    assert.deepEqual(await scanAll(scanner.scan(), parts), { isClean: false, found: EICAR_NAME })
  })

  test('sends large parts in chunks of at most 64 KiB', async (t) => {
    const { scanner, clamd } = await aScanner(t)

    await scanAll(scanner.scan(), [Buffer.alloc(150_000), Buffer.alloc(65_536), Buffer.alloc(3)])

    assert.deepEqual(
      clamd.streams[0]?.chunks.map(({ byteLength }) => byteLength),
      [65_536, 65_536, 18_928, 65_536, 3],
    )
  })

  test('waits for a clamd that reads slowly instead of holding the file', async (t) => {
    const { scanner, clamd } = await aScanner(t, { manner: 'deaf' })
    const scan = scanner.scan()
    let seenBytes = 0
    const sent = (async () => {
      for (; seenBytes < 32_000_000; seenBytes += 1_000_000) await scan.see(Buffer.alloc(1_000_000))
      return await scan.end()
    })()

    const stuckAt = await eventually(async () => {
      const before = seenBytes
      await new Promise((resolve) => setTimeout(resolve, 200))
      return before > 0 && before === seenBytes && before
    })
    for (const socket of clamd.sockets()) socket.resume()

    assert.ok(stuckAt < 16_000_000, `${stuckAt} bytes were taken`)
    assert.deepEqual(await sent, { isClean: true })
  })

  test('has a connection of its own beside others', async (t) => {
    const { scanner } = await aScanner(t)
    const files = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? EICAR : `file ${index}`))

    const verdicts = await Promise.all(files.map((file) => scanAll(scanner.scan(), [Buffer.from(file)])))

    assert.deepEqual(
      verdicts.map(({ isClean }) => isClean),
      files.map((file) => file !== EICAR),
    )
  })

  test('that is broken off closes its connection, and the waiting caller is told', async (t) => {
    const { scanner, clamd } = await aScanner(t, { manner: 'silent' })
    const scan = scanner.scan()
    await scan.see(Buffer.from('half a file'))
    await eventually(() => clamd.sockets().length === 1)

    const ended = assert.rejects(scan.end(), failing('aborted'))
    scan.abort()

    await ended
    await eventually(() => clamd.sockets().length === 0)
    await assert.rejects(scan.see(Buffer.from('more')), failing('aborted'))
  })

  test('that is over may be broken off without harm', async (t) => {
    const { scanner } = await aScanner(t)
    const scan = scanner.scan()
    await scan.end()

    scan.abort()
    scan.abort()
  })
})

describe('a scan without a verdict', () => {
  test('says that clamd cannot be reached', async (t) => {
    const { clamd } = await aScanner(t)
    await clamd.close()
    const scans = [clamd.address, { path: '/nowhere/clamd.sock' }, { path: `/${'x'.repeat(300)}` }].map((address) =>
      openScanner(address, LONG).scan(),
    )

    for (const scan of scans) await assert.rejects(scan.end(), failing('unreachable'))
  })

  test('says so too when clamd takes no more connections', async (t) => {
    const scan = openScanner(await aFullServer(t), { ...LONG, connectMs: 300 }).scan()

    await assert.rejects(scan.see(Buffer.from('file')), failing('unreachable'))
  })

  test('says that clamd did not go on in time: it takes no bytes', async (t) => {
    const { scanner } = await aScanner(t, { manner: 'deaf' }, { ...LONG, writeMs: 300 })

    await assert.rejects(scanAll(scanner.scan(), Array(64).fill(Buffer.alloc(1_000_000))), failing('timed_out'))
  })

  test('says that clamd did not go on in time: it gives no answer', async (t) => {
    const { scanner } = await aScanner(t, { manner: 'silent' }, { ...LONG, answerMs: 300 })

    await assert.rejects(scanAll(scanner.scan(), [Buffer.from('file')]), failing('timed_out'))
  })

  test('does not come of a file that arrives slowly', async (t) => {
    const { scanner } = await aScanner(t, {}, SHORT)
    const scan = scanner.scan()

    for (const part of ['a', 'b', 'c']) {
      await scan.see(Buffer.from(part))
      await new Promise((resolve) => setTimeout(resolve, 350))
    }

    assert.deepEqual(await scan.end(), { isClean: true })
  })

  test('says that clamd hung up', async (t) => {
    const { scanner } = await aScanner(t, { manner: 'abrupt' })

    await assert.rejects(scanAll(scanner.scan(), Array(50).fill(Buffer.alloc(100_000))), failing('closed'))
    await assert.rejects(scanAll(scanner.scan(), [Buffer.from('one part')]), failing('closed'))
  })

  const answers: [answer: string, reason: ScanFailure][] = [
    ['stream: Can not allocate memory ERROR\0', 'failed'],
    ['COMMAND READ TIMED OUT\n', 'gave_up'],
    ['UNKNOWN COMMAND\0', 'nonsense'],
    ['stream: OK', 'nonsense'],
    ['stream: ok\0', 'nonsense'],
    ['stream: OK \0', 'nonsense'],
    ['OK\0', 'nonsense'],
    ['\0stream: OK\0', 'nonsense'],
    ['stream:  FOUND\0', 'nonsense'],
    ['stream: \x1b[31mRed FOUND\0', 'nonsense'],
    ['HTTP/1.1 400 Bad Request\r\n\r\nsecret content', 'nonsense'],
    ['x'.repeat(100_000), 'nonsense'],
    ['', 'closed'],
  ]
  for (const [answer, reason] of answers) {
    test(`comes of the answer ${JSON.stringify(answer.slice(0, 40))}: ${reason}`, async (t) => {
      const { scanner } = await aScanner(t, { answer })

      await assert.rejects(scanAll(scanner.scan(), [Buffer.from('secret content')]), failing(reason))
    })
  }

  for (const answer of ['stream: OK\0', `stream: ${EICAR_NAME} FOUND\0`, 'x'.repeat(1025)]) {
    test(`comes of what clamd says before the end of the file: ${JSON.stringify(answer.slice(0, 40))}`, async (t) => {
      const { scanner } = await aScanner(t, { answer, answerAt: 'chunk' })
      const scan = scanner.scan()

      await assert.rejects(async () => {
        for (;;) {
          await scan.see(Buffer.from('file'))
          await new Promise((resolve) => setImmediate(resolve))
        }
      }, failing('nonsense'))
      await assert.rejects(scan.end(), failing('nonsense'))
    })
  }
})

describe('a check', () => {
  test('answers with the version of clamd', async (t) => {
    const { scanner } = await aScanner(t)

    assert.equal(await scanner.check(), VERSION)
  })

  const failures: [options: Clamd, reason: ScanFailure][] = [
    [{ answer: 'PONG\0' }, 'nonsense'],
    [{ answer: `${VERSION}\0` }, 'nonsense'],
    [{ answer: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, 'nonsense'],
    [{ answer: '' }, 'closed'],
    [{ manner: 'silent' }, 'timed_out'],
  ]
  for (const [options, reason] of failures) {
    test(`of something else fails: ${JSON.stringify(options)}`, async (t) => {
      const { scanner } = await aScanner(t, options, { ...LONG, answerMs: 300 })

      await assert.rejects(scanner.check(), failing(reason))
    })
  }
})

async function aScanner(t: TestContext, options: Clamd = {}, patience = LONG) {
  const clamd = await startClamd(options)
  t.after(() => clamd.close())
  return { clamd, scanner: openScanner(clamd.address, patience) }
}

async function scanAll(scan: Scan, parts: Buffer[]) {
  for (const part of parts) await scan.see(part)
  return await scan.end()
}

function failing(reason: ScanFailure) {
  return (error: unknown) => {
    assert.ok(error instanceof ScanFailed, String(error))
    assert.equal(error.reason, reason)
    assert.doesNotMatch(error.message, /secret|HTTP/)
    return true
  }
}

/** A server that takes no more connections: it is kept from accepting those that wait, and no more may. */
async function aFullServer(t: TestContext): Promise<ClamdAddress> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
     })`,
    { eval: true },
  )
  const [port] = await once(worker, 'message')
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  t.after(async () => {
    for (const socket of waiting) socket.destroy()
    await worker.terminate()
  })
  await eventually(() => waiting.filter(({ connecting }) => !connecting).length === 2)
  return { host: '127.0.0.1', port }
}
