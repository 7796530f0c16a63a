import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TestApp } from '#test/harness/app.ts'

/** What calls about documents leave behind. */
export function documentTraces({ pool, blobsFolder }: TestApp) {
  /** Every file below the folder of blobs, complete or not. */
  async function storedFiles(): Promise<string[]> {
    const entries = await readdir(blobsFolder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }

  async function countsNow() {
    const { rows } = await pool.query<Record<string, number>>(`
      SELECT (SELECT count(*)::integer FROM documents) AS documents,
        (SELECT count(*)::integer FROM events) AS events`)
    return { ...rows[0], files: (await storedFiles()).length } as Counts
  }

  /** The answer, and how much more there is than before. */
  async function leftBy<T>(act: () => Promise<T>) {
    const before = await countsNow()
    const answer = await act()
    const after = await countsNow()
    const left = Object.fromEntries(NAMES.map((name) => [name, after[name] - before[name]])) as Counts
    return { answer, left }
  }

  /** Where the bytes of a blob lie, sealed. */
  async function pathOf(sha256: string): Promise<string> {
    const path = (await storedFiles()).find((one) => basename(one) === sha256)
    assert.ok(path, `${sha256} is stored`)
    return path
  }

  return { storedFiles, leftBy, pathOf }
}

const NAMES = ['documents', 'events', 'files'] as const
type Counts = Record<(typeof NAMES)[number], number>

/** A form as bytes, for what FormData does not write: each part is its headers and its content. */
export function rawForm(...parts: [headers: string, content: string | Buffer][]) {
  const written = parts.flatMap(([headers, content]) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([...written, Buffer.from('--edge--\r\n')]),
  }
}
