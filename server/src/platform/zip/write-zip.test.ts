import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readZip } from './read-zip.ts'
import { writeZip, type ZipFile } from './write-zip.ts'
import { aSource } from './zip-samples.conformance.ts'

const KIB = 1024
const MIB = 1024 * KIB
const LIMITS = { maxEntries: 100_000, maxEntryBytes: 100 * MIB }
const MAY = new Date('2025-05-31T22:30:11Z')

function aFile(name: string, content: string | Buffer, more: Partial<ZipFile> = {}): ZipFile {
  const open = async () => Readable.from(Buffer.from(content), { objectMode: false })
  return { name, modifiedAt: MAY, compress: true, open, ...more }
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items
}

function zipped(...files: ZipFile[]): Promise<Buffer> {
  return buffer(writeZip(each(files)))
}

async function contentsOf(zip: Buffer): Promise<[name: string, content: Buffer][]> {
  const contents: [string, Buffer][] = []
  for await (const entry of readZip(aSource(zip).source, LIMITS))
    contents.push([entry.name, await buffer(await entry.open())])
  return contents
}

/** Content without end, and whether somebody still holds it. */
function endless() {
  const content = new Readable({ read: () => content.push(randomBytes(64 * KIB)) })
  return content
}

describe('writeZip', () => {
  test('writes what readZip reads', async () => {
    const large = randomBytes(3 * MIB)

    const zip = await zipped(
      aFile('may/ada.txt', 'Ada'),
      aFile('été.pdf', large, { compress: false }),
      aFile('empty.txt', ''),
      aFile('large.pdf', large),
    )

    assert.deepEqual(await contentsOf(zip), [
      ['may/ada.txt', Buffer.from('Ada')],
      ['été.pdf', large],
      ['empty.txt', Buffer.alloc(0)],
      ['large.pdf', large],
    ])
  })

  test('writes any names and contents', async () => {
    const name = fc.stringMatching(/^[a-zäß名]{1,9}(\/[a-z .]{0,9}[a-zé])?$/)
    const file = fc.record({ name, content: fc.uint8Array({ maxLength: 300 }), compress: fc.boolean() })
    const property = fc.asyncProperty(fc.array(file, { maxLength: 6 }), async (files) => {
      const zip = await zipped(
        ...files.map((one) => aFile(one.name, Buffer.from(one.content), { compress: one.compress })),
      )

      assert.deepEqual(
        await contentsOf(zip),
        files.map((one) => [one.name, Buffer.from(one.content)]),
      )
    })

    await fc.assert(property, { numRuns: 60 })
  })

  test('writes an empty ZIP when there are no files', async () => {
    assert.deepEqual(await contentsOf(await zipped()), [])
  })

  test('compresses what it is asked to', async () => {
    const content = Buffer.alloc(MIB, 'payslip ')

    assert.ok((await zipped(aFile('a', content))).length < MIB / 50)
    assert.ok((await zipped(aFile('a', content, { compress: false }))).length > MIB)
  })

  test('gives equal bytes for equal files, in whatever pieces and wherever the server stands', async (t) => {
    const content = Buffer.concat([
      Buffer.alloc(200 * KIB, 'payslip '),
      randomBytes(100 * KIB),
      Buffer.alloc(90 * KIB, 'x'),
    ])
    const inPieces = (size: number) => async () =>
      Readable.from(
        Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
          content.subarray(index * size, (index + 1) * size),
        ),
        { objectMode: false },
      )
    const zone = process.env.TZ
    t.after(() => {
      process.env.TZ = zone ?? ''
      if (zone === undefined) delete process.env.TZ
    })

    const zips: Buffer[] = []
    for (const [place, size] of [
      ['Asia/Tokyo', 64 * KIB],
      ['America/New_York', 999],
      ['UTC', content.length],
    ] as const) {
      process.env.TZ = place
      zips.push(await zipped(aFile('a.pdf', '', { open: inPieces(size) }), aFile('b.pdf', 'b', { compress: false })))
    }

    assert.ok(zips.every((zip) => zips[0]?.equals(zip)))
    // 2025-05-31 22:30:10 in the way of DOS.
    assert.deepEqual(zips[0]?.subarray(10, 14), Buffer.from([0xc5, 0xb3, 0xbf, 0x5a]))
  })

  test('opens a file when it is its turn, and one at a time', async () => {
    let opened = 0
    let most = 0
    const files = Array.from({ length: 30 }, (_, index) =>
      aFile(`${index}`, '', {
        open: async () => {
          opened += 1
          most = Math.max(most, opened)
          const content = Readable.from([randomBytes(40 * KIB)], { objectMode: false })
          return content.once('close', () => {
            opened -= 1
          })
        },
      }),
    )

    await zipped(...files)

    assert.deepEqual([opened, most], [0, 1])
  })

  test('touches nothing before it is read', async () => {
    let isTouched = false
    async function* files() {
      isTouched = true
      yield aFile('a', 'a')
    }

    const zip = writeZip(files())
    await new Promise(setImmediate)
    assert.equal(isTouched, false)

    assert.equal((await contentsOf(await buffer(zip))).length, 1)
  })

  test('makes no more than is read', async () => {
    const content = endless()
    let madeBytes = 0
    content.on('data', (part) => {
      madeBytes += part.length
    })
    content.pause()
    const zip = writeZip(each([aFile('endless', '', { open: async () => content, compress: false })]))

    let readBytes = 0
    for await (const part of zip) {
      readBytes += part.length
      assert.ok(madeBytes - readBytes < MIB, `${madeBytes - readBytes} bytes ahead`)
      if (readBytes > 20 * MIB) break
    }

    assert.ok(content.destroyed)
  })

  test('reads files from a disk', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'zip-'))
    t.after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'ada.txt'), 'Ada')
    const open = async () => createReadStream(join(folder, 'ada.txt'))

    const zip = await zipped(aFile('1', '', { open }), aFile('2', '', { open }))

    assert.deepEqual(
      (await contentsOf(zip)).map(([, content]) => String(content)),
      ['Ada', 'Ada'],
    )
  })
})

describe('a ZIP that is not finished', () => {
  const failure = new Error('the disk is gone')
  /** Files of which the iteration says when it ended. */
  function watched(files: ZipFile[]) {
    const ended = Promise.withResolvers<void>()
    async function* iterate() {
      try {
        yield* files
      } finally {
        ended.resolve()
      }
    }
    return { files: iterate(), ended: ended.promise }
  }

  const failing: [string, ZipFile][] = [
    ['a file cannot be opened', aFile('a', '', { open: () => Promise.reject(failure) })],
    [
      'a file fails at once',
      aFile('a', '', {
        open: async () =>
          new Readable({
            read() {
              this.destroy(failure)
            },
          }),
      }),
    ],
    ['a file fails in its midst', aFile('a', '', { open: async () => Readable.from(breaksOff()) })],
  ]
  async function* breaksOff() {
    yield randomBytes(300 * KIB)
    throw failure
  }
  for (const [what, file] of failing) {
    test(`fails when ${what}`, async () => {
      const { files, ended } = watched([aFile('good', 'good'), file, aFile('never', '', { open: () => assert.fail() })])

      await assert.rejects(buffer(writeZip(files)), failure)
      await ended
    })
  }

  test('fails when the iteration does, and when a name is none', async () => {
    async function* files() {
      yield aFile('a', 'a')
      throw failure
    }
    const never = { open: () => assert.fail('it was opened') }

    await assert.rejects(buffer(writeZip(files())), failure)
    await assert.rejects(zipped(aFile('../a', '', never)), /may be named/)
    await assert.rejects(zipped(aFile('', '', never)), /may be named/)
  })

  test('fails when a file is closed before its end', async () => {
    const open = async () => {
      const content = new Readable({ read: () => content.destroy() })
      return content
    }

    await assert.rejects(zipped(aFile('a', '', { open })), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })

  test('closes the open file and ends the iteration when it is destroyed', async () => {
    const content = endless()
    const { files, ended } = watched([aFile('a', '', { open: async () => content }), aFile('b', '')])
    const zip = writeZip(files)
    await once(zip, 'readable')

    zip.destroy()

    await ended
    assert.ok(content.destroyed)
  })

  test('closes a file that is opened when it is destroyed already', async () => {
    const opening = Promise.withResolvers<Readable>()
    const content = endless()
    const asked = Promise.withResolvers<void>()
    const open = () => {
      asked.resolve()
      return opening.promise
    }
    const { files, ended } = watched([aFile('a', '', { open })])
    const zip = writeZip(files)
    zip.resume()
    await asked.promise

    zip.destroy()
    opening.resolve(content)

    await ended
    assert.ok(content.destroyed)
  })

  test('ends the iteration when nobody reads on', async () => {
    const first = Readable.from([randomBytes(200 * KIB)], { objectMode: false })
    const second = aFile('second', '', { open: () => assert.fail('it was opened') })
    const { files, ended } = watched([aFile('first', '', { open: async () => first, compress: false }), second])
    const zip = writeZip(files)
    zip.read(0)
    await once(first, 'close')

    zip.destroy()

    await ended
  })

  test('ends the iteration that is waiting itself', async () => {
    const next = Promise.withResolvers<ZipFile>()
    const asked = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    async function* files() {
      try {
        asked.resolve()
        yield await next.promise
      } finally {
        ended.resolve()
      }
    }
    const zip = writeZip(files())
    zip.resume()
    await asked.promise

    zip.destroy()
    next.resolve(aFile('a', '', { open: () => assert.fail('it was opened') }))

    await ended.promise
  })
})
