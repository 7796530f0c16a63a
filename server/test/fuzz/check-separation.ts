import { Readable } from 'node:stream'
import { PdfiumFile } from '#platform/pdf/pdfium/pdfium-file.ts'
import { differences, pixelsOf } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import type { PdfWorkers, TextReading } from '#platform/pdf/workers/pdf-workers.ts'
import { ThreadFailed } from '#platform/threads/ask-thread.ts'

const WIDTH = 200
/** Links lose their frames when annotations become part of the page, and edges are smoothed otherwise. */
const MAX_DIFFERENT = 0.02
/** Less is drawn by many pages alike. */
const MIN_CONTENT_BYTES = 64

type Check = { bytes: Buffer; page: number; isIntact: boolean }

/**
 * What is wrong with a page that was cut out of a file; undefined when nothing is. Of a file that is broken, a page may not
 * be had, but what is had must be a PDF of one page.
 */
export async function findFault(workers: PdfWorkers, { bytes, page, isIntact }: Check): Promise<string | undefined> {
  const session = workers.openSession({ threads: 1, timeLimitSeconds: 30 })
  try {
    const facts = await session.load(bytes.length, Readable.from([bytes], { objectMode: false }))
    if (facts.fault !== undefined) return isIntact ? `cannot be read: ${facts.fault}` : undefined
    const wanted = Math.min(page, facts.pageCount)
    const made = await session.extract({ from: wanted, count: 1 }, new Date(0))
    if (!made) return isIntact ? 'the page cannot be cut out' : undefined
    const cut = await session.inspect(made.bytes)
    if (cut.fault !== undefined || cut.pageCount !== 1)
      return `the result is not a PDF of one page: ${JSON.stringify(cut)}`
    if (!isIntact) return undefined
    const next = wanted < facts.pageCount ? wanted + 1 : 1
    const neighbour = next === wanted ? undefined : await session.extract({ from: next, count: 1 }, new Date(0))
    if (neighbour && hasContentOf(made.bytes, neighbour.bytes)) return `the page holds what page ${next} shows`
    return await findDifference(workers, { bytes, page: wanted }, made.bytes)
  } catch (error) {
    // PDFium failed or took too long: the thread is gone, and the service has another.
    if (error instanceof ThreadFailed) return isIntact ? `PDFium failed: ${error.message}` : undefined
    return `threw ${error instanceof Error ? error.stack : String(error)}`
  } finally {
    await session.close()
  }
}

/** Whether a page that was cut out holds the content of another one, which is not its own too. */
function hasContentOf(cut: Uint8Array, other: Uint8Array): boolean {
  const own = contentsOf(cut)
  const foreign = contentsOf(other).filter(
    (one) => one.length >= MIN_CONTENT_BYTES && !own.some((each) => each.equals(one)),
  )
  return foreign.some((one) => Buffer.from(cut).includes(one))
}

/** What the pages of a file draw, as it is written. */
function contentsOf(bytes: Uint8Array): Buffer[] {
  const file = new PdfiumFile(bytes)
  return file.pages.flatMap(({ value }) => {
    const contents = value.entries?.get('Contents')?.value
    const nodes = file.resolve(contents)?.list ?? (contents ? [contents] : [])
    return nodes.flatMap(({ reference }) => file.objects.get(reference ?? -1)?.content ?? [])
  })
}

/** The page on its own must look and read as it did among the others. */
async function findDifference(workers: PdfWorkers, whole: { bytes: Buffer; page: number }, cut: Uint8Array) {
  const before = await workers.renderPage(whole.bytes, { page: whole.page, width: WIDTH })
  const after = await workers.renderPage(cut, { page: 1, width: WIDTH })
  if (before.outcome !== 'rendered' || after.outcome !== 'rendered') return `${before.outcome}, then ${after.outcome}`
  const [one, other] = [pixelsOf(Buffer.from(before.png)), pixelsOf(Buffer.from(after.png))]
  if (one.width !== other.width || one.height !== other.height) return 'the page has another size'
  const different = differences(one, other).length / (one.width * one.height)
  if (different > MAX_DIFFERENT) return `${Math.round(different * 100)} % of the pixels differ`
  const texts = [await workers.readText(whole.bytes, whole.page), await workers.readText(cut, 1)].map(firstText)
  return texts[0] === texts[1] ? undefined : 'the text differs'
}

function firstText(reading: TextReading): string | undefined {
  if (reading.outcome !== 'read') return undefined
  return reading.pages[0]?.lines.map((line) => line.map(({ text }) => text).join('')).join('\n')
}
