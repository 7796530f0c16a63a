import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { BlobNames } from '#platform/blobs/blob-names.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'

const PAGE = 1000

/** Stores the list of all files that rows name, each once and in order. */
export async function storeFileList(db: Db, names: readonly BlobNames[], contents: Blobs): Promise<string> {
  const lines = Readable.from(linesOf(merged(names.map((one) => keysOf(one, db)))))
  const compressed = createGzip({ level: 1 })
  lines.on('error', (error) => compressed.destroy(error))
  return (await contents.put(lines.pipe(compressed))).key
}

/** The files of a stored list. */
export async function* readFileList(contents: Blobs, blob: string): AsyncGenerator<string, void, undefined> {
  const stored = await contents.get(blob)
  if (!stored) throw new StartRefused('The backup is not whole: its list of files is missing.')
  const text = createGunzip()
  stored.on('error', (error) => text.destroy(error))
  let begun = ''
  for await (const part of stored.pipe(text).setEncoding('utf8')) {
    const lines = `${begun}${part}`.split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
}

/** The files that rows of one table name, in order. */
export async function* keysOf(names: BlobNames, db: Db): AsyncGenerator<string, void, undefined> {
  let page = await names.after(db, '', PAGE)
  for (; page.length > 0; page = await names.after(db, page.at(-1) ?? '', PAGE)) yield* page
}

async function* linesOf(keys: AsyncIterable<string>) {
  for await (const key of keys) yield `${key}\n`
}

/** Sorted lists as one, without repetitions. */
async function* merged(lists: AsyncGenerator<string, void, undefined>[]): AsyncGenerator<string, void, undefined> {
  let heads = await Promise.all(lists.map(async (list) => ({ list, head: await list.next() })))
  for (;;) {
    heads = heads.filter(({ head }) => !head.done)
    const keys = heads.map(({ head }) => head.value as string)
    const least = keys.reduce<string | undefined>(
      (one, other) => (one === undefined || other < one ? other : one),
      undefined,
    )
    if (least === undefined) return
    yield least
    for (const one of heads) if (one.head.value === least) one.head = await one.list.next()
  }
}
