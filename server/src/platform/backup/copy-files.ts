import type { Blobs } from '#platform/blobs/blobs.ts'

/** As many files are copied at once. */
const CONCURRENCY = 4

export type CopiedFiles = { count: number; bytes: number; copied: number; missing: string[] }

/** Copies these files, except those that are there already. What arrives is checked against its name. */
export async function copyFiles(
  keys: AsyncIterator<string, void, undefined>,
  { from, to }: { from: Blobs; to: Blobs },
  onFile: (count: number) => void = () => {},
): Promise<CopiedFiles> {
  const total: CopiedFiles = { count: 0, bytes: 0, copied: 0, missing: [] }
  async function runSlot(): Promise<void> {
    for (let { done, value } = await keys.next(); !done && value; { done, value } = await keys.next()) {
      const outcome = await copyFile(value, from, to)
      if (outcome === undefined) total.missing.push(value)
      total.count += 1
      total.bytes += outcome?.bytes ?? 0
      total.copied += outcome?.isNew ? 1 : 0
      onFile(total.count)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runSlot))
  return total
}

async function copyFile(key: string, from: Blobs, to: Blobs): Promise<{ bytes: number; isNew: boolean } | undefined> {
  const bytes = await from.size(key)
  if (bytes === undefined) return undefined
  if ((await to.size(key)) === bytes) return { bytes, isNew: false }
  const content = await from.get(key)
  if (!content) return undefined
  const stored = await to.put(content)
  if (stored.key === key) return { bytes, isNew: true }
  await to.delete(stored.key)
  throw new Error(`The file ${key} is not what was stored.`)
}
