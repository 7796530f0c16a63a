import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PdfWriter } from '#platform/pdf/samples/pdf-writer.conformance.ts'
import { countPages } from './count-pages.ts'

const MEGABYTE = 1024 * 1024
const ROOT = '/Size 90/Root 1 0 R'

function withTable(write: (writer: PdfWriter) => void): Buffer {
  const writer = new PdfWriter()
  write(writer)
  return writer.start(writer.table(ROOT)).bytes
}

/** A PDF whose newest section is a stream with these entries. */
function withStream(entries: string, content: Buffer): Buffer {
  const writer = new PdfWriter()
  const at = writer.sizeBytes
  return writer.stream(5, `/Type/XRef${entries}`, content).start(at).bytes
}

function aLoop(): Buffer {
  const writer = new PdfWriter()
  const at = writer.table(`/Size 90/Prev ${writer.sizeBytes}`)
  return writer.start(at).bytes
}

function aCompressedLoop(): Buffer {
  const writer = new PdfWriter()
  return writer.start(writer.crossReferences(5, `/Size 90/Prev ${writer.sizeBytes}`)).bytes
}

function aLongChain(): Buffer {
  const writer = new PdfWriter()
  let at = 0
  for (let version = 0; version < 20_000; version += 1) at = writer.table(`/Size 90/Prev ${at}`)
  return writer.start(at).bytes
}

/** Sections within sections: each one that is read is a text of all those behind it. */
function aChainWithin(): Buffer {
  const writer = new PdfWriter()
  const first = writer.sizeBytes
  const sections = 4500
  const section = (previousAt: number) => `xref\n0 0\ntrailer<</Prev ${String(previousAt).padStart(10, '0')}/A(`
  const sizeBytes = section(0).length
  for (let number = 1; number <= sections; number += 1) writer.write(section(first + number * sizeBytes))
  writer.write(')>> end\n'.repeat(sections))
  return writer.start(first).bytes
}

/** Objects that refer to each other, and are parsed at each step with all that is behind them. */
function aCompressedCircle(): Buffer {
  const behind = ' 1'.repeat(100_000)
  const objects = new Map([
    [1, '<</Pages 2 0 R>>'],
    [2, `3 0 R${behind}`],
    [3, '2 0 R'],
  ])
  const writer = new PdfWriter().objectStream(4, objects)
  return writer.start(writer.crossReferences(5, ROOT)).bytes
}

function manyRuns(): Buffer {
  const writer = new PdfWriter()
  const at = writer.write(`xref\n${'0 0 \n'.repeat(500_000)}trailer<<${ROOT}>>\n`)
  return writer.start(at).bytes
}

function aBombOfObjects(): Buffer {
  const writer = new PdfWriter()
  const objects = new Map([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Kids[]/Count 0/A[${'1 '.repeat(20 * MEGABYTE)}]>>`],
  ])
  return writer.objectStream(4, objects).start(writer.crossReferences(6, ROOT)).bytes
}

const widths = `/W[1 4 2]${ROOT}`
const hostile: [string, Buffer][] = [
  ['is its own older version', aLoop()],
  ['is its own older version, and compressed', aCompressedLoop()],
  ['has twenty thousand versions', aLongChain()],
  ['has versions within versions', aChainWithin()],
  ['has pages that refer in a circle', aCompressedCircle()],
  ['has half a million runs of objects', manyRuns()],
  [
    'has places that swell when inflated',
    withStream(`${widths}/Filter/FlateDecode`, deflateSync(Buffer.alloc(200 * MEGABYTE))),
  ],
  [
    'has places that swell and are predicted',
    withStream(
      `${widths}/Filter/FlateDecode/DecodeParms<</Predictor 14/Columns 7>>`,
      deflateSync(Buffer.alloc(4 * MEGABYTE - 9000, 4)),
    ),
  ],
  ['has objects that swell when inflated', aBombOfObjects()],
  ['has a size beyond all numbers', withStream(`/W[1 4 2]/Size 1e300/Root 1 0 R`, Buffer.alloc(700))],
  ['has a run beyond all numbers', withStream(`${widths}/Index[0 9007199254740991]`, Buffer.alloc(700))],
  ['has a list of runs without end', withStream(`${widths}/Index[${'0 1 '.repeat(60_000)}]`, Buffer.alloc(700))],
  ['has places of no width', withStream(`/W[0 0 0]${ROOT}`, Buffer.alloc(700))],
  ['has places of any width', withStream(`/W[9007199254740991 9007199254740991 1]${ROOT}`, Buffer.alloc(700))],
  ['has a stream longer than itself', withStream(`${widths}/Length 9007199254740991`, Buffer.alloc(0))],
  ['has lists within lists', withTable((writer) => writer.object(1, '['.repeat(MEGABYTE)))],
  ['has a name without end', withTable((writer) => writer.object(1, `/${'x'.repeat(MEGABYTE)}`))],
  ['has nothing but names', withTable((writer) => writer.object(1, '/'.repeat(MEGABYTE)))],
  ['has a number without end', withTable((writer) => writer.object(1, '1'.repeat(MEGABYTE)))],
  ['has a text without end', withTable((writer) => writer.object(1, '('.repeat(MEGABYTE)))],
  ['begins at many places', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(MEGABYTE, 'startxref ')])],
]

describe('countPages of a file that wants to do harm', () => {
  for (const [what, bytes] of hostile) {
    test(`gives up soon when it ${what}`, async () => {
      let readBytes = 0
      const read = async (start: number, end: number) => {
        readBytes += end - start + 1
        return bytes.subarray(start, end + 1)
      }
      const memoryBefore = process.memoryUsage()
      const began = performance.now()

      const pages = await countPages({ sizeBytes: bytes.length, read })

      const tookMs = performance.now() - began
      const memory = process.memoryUsage()
      const grownBytes = memory.arrayBuffers - memoryBefore.arrayBuffers
      assert.equal(pages, undefined)
      // What is read without an end takes minutes; a busy machine takes seconds for anything.
      assert.ok(tookMs < 10_000, `${tookMs} ms`)
      assert.ok(readBytes < 5 * MEGABYTE, `${readBytes} bytes were read`)
      assert.ok(grownBytes < 20 * MEGABYTE, `${grownBytes} bytes were taken`)
    })
  }
})
