import { createHash } from 'node:crypto'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'
import type { BlobNames } from './blob-names.ts'
import type { Blobs } from './blobs.ts'

export type Verified = {
  files: number
  bytes: number
  /** Files that are not what was stored, and files that rows name and that are not there. */
  faults: { key: string; fault: 'damaged' | 'missing'; holders: string[] }[]
}

/** As many files are read at once. */
const CONCURRENCY = 4
const PAGE = 1000

/** Reads every file to its end, and looks for every file that a row names. */
export async function verifyBlobs(
  { db, blobs, names }: { db: Db; blobs: Blobs; names: readonly BlobNames[] },
  onFile: (files: number) => void = () => {},
): Promise<Verified> {
  const verified: Verified = { files: 0, bytes: 0, faults: [] }
  const report = async (key: string, fault: 'damaged' | 'missing') => {
    const holders = await Promise.all(names.map((one) => one.holders(db, key)))
    verified.faults.push({ key, fault, holders: holders.flat() })
  }
  const listed = blobs.list()[Symbol.asyncIterator]()
  async function runSlot(): Promise<void> {
    for (let { done, value } = await listed.next(); !done; { done, value } = await listed.next()) {
      const { key, sizeBytes } = value
      if (!(await isWhole(blobs, key))) await report(key, 'damaged')
      verified.files += 1
      verified.bytes += sizeBytes
      onFile(verified.files)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runSlot))
  for (const one of names) {
    for await (const key of keysOf(one, db)) {
      if ((await blobs.size(key)) === undefined && !isReported(verified, key)) await report(key, 'missing')
    }
  }
  return verified
}

/** A file that was deleted since it was listed is not an error; a store that is down has not damaged it. */
async function isWhole(blobs: Blobs, key: string): Promise<boolean> {
  try {
    const source = await blobs.get(key)
    if (!source) return true
    const hash = createHash('sha256')
    for await (const part of source) hash.update(part)
    return hash.digest('hex') === key
  } catch (error) {
    if (error instanceof Problem) throw error
    return false
  }
}

async function* keysOf(names: BlobNames, db: Db): AsyncGenerator<string> {
  for (
    let page = await names.after(db, '', PAGE);
    page.length > 0;
    page = await names.after(db, page.at(-1) ?? '', PAGE)
  ) {
    yield* page
  }
}

function isReported({ faults }: Verified, key: string): boolean {
  return faults.some((one) => one.key === key)
}
