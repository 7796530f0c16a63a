import { open } from 'node:fs/promises'
import { StartRefused } from '#platform/start-refused.ts'

const COLLECTION = 'ttcf'
const KINDS = new Set(['\0\x01\0\0', 'true', 'OTTO'])
const HEAD_BYTES = 16
const TABLES_AT = 12
const TABLE_BYTES = 16
const MAX_TABLES = 200
const LICENCE_AT = 8
const MAY_NOT_BE_EMBEDDED = 0x2
const MAY_NOT_BE_CUT = 0x100

/** Refuses a start with a file that is not a font which PDFs may carry. It reads only the list of tables: fonts may be large. */
export async function checkFontFiles(setting: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const mistake = await mistakeOf(path)
    if (mistake) throw new StartRefused(`${setting} names ${path}, ${mistake}.`)
  }
}

type Read = (at: number, sizeBytes: number) => Promise<Buffer>

async function mistakeOf(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path)
    return await mistakeIn(async (at, sizeBytes) => {
      const { buffer } = await file.read(Buffer.alloc(sizeBytes), 0, sizeBytes, at)
      return buffer
    })
  } catch (error) {
    return `which cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

async function mistakeIn(read: Read): Promise<string | undefined> {
  const head = await read(0, HEAD_BYTES)
  const start = head.toString('latin1', 0, 4) === COLLECTION ? head.readUInt32BE(12) : 0
  const font = start === 0 ? head : await read(start, HEAD_BYTES)
  if (!KINDS.has(font.toString('latin1', 0, 4))) return 'which is not a font (expected .ttf, .otf or .ttc)'
  const tables = await tablesOf(read, start + TABLES_AT, Math.min(font.readUInt16BE(4), MAX_TABLES))
  if (!tables.has('cmap') || !(tables.has('glyf') || tables.has('CFF '))) return 'which is a font without outlines'
  const licenceAt = tables.get('OS/2')
  const licence = licenceAt === undefined ? 0 : (await read(licenceAt + LICENCE_AT, 2)).readUInt16BE()
  return licence & (MAY_NOT_BE_EMBEDDED | MAY_NOT_BE_CUT)
    ? 'whose licence does not allow PDFs to carry a part of it'
    : undefined
}

/** Where each table begins. */
async function tablesOf(read: Read, at: number, count: number): Promise<Map<string, number>> {
  const list = await read(at, count * TABLE_BYTES)
  const tables = new Map<string, number>()
  for (let entry = 0; entry < list.length; entry += TABLE_BYTES) {
    tables.set(list.toString('latin1', entry, entry + 4), list.readUInt32BE(entry + 8))
  }
  return tables
}
