import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the mails of a folder that have one of these texts; answers how many. */
export async function forgetMails(folder: string, texts: readonly string[]): Promise<number> {
  const wanted = texts.map((text) => text.toLowerCase()).filter((text) => text.trim() !== '')
  if (wanted.length === 0) return 0
  let removed = 0
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const bytes = await readFile(path).catch(() => undefined)
    if (!bytes || !hasAny(bytes, wanted)) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

function hasAny(message: Buffer, wanted: readonly string[]): boolean {
  return readings(message.toString('latin1')).some((text) => {
    const lower = text.toLowerCase()
    return wanted.some((one) => lower.includes(one))
  })
}

/** What a message says, in the ways in which mails are encoded. */
const readings = (raw: string) => [utf8(raw), utf8(quotedPrintable(raw)), encodedWords(raw), base64Parts(raw)]

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')

const quotedPrintable = (raw: string) =>
  raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Headers in other alphabets: the parts of one text follow each other without the space between them. */
function encodedWords(raw: string): string {
  const joined = raw.replaceAll(/\?=\s+=\?/g, '?==?')
  return utf8(
    joined.replaceAll(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : quotedPrintable(text.replaceAll('_', ' ')),
    ),
  )
}

/** Parts of nothing but base64. */
const base64Parts = (raw: string) =>
  raw
    .split(/\r?\n\r?\n|\r?\n--/)
    .map((part) => (/^[A-Za-z0-9+/=\s]+$/.test(part) ? Buffer.from(part, 'base64').toString('utf8') : ''))
    .join('\n')
