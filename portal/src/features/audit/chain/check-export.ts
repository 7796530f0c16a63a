import { checkEntry, type Flaw, type HashedEntry } from './check-entry.ts'

/** The first entry that does not hold, and why. */
export type Break = { sequence: number; why: Flaw | 'missing' | 'link' | 'checkpoint' | 'cut_off' }
export type Checked = { entries: number; hash: string; broken: Break | null }

type Line = HashedEntry | { checkpoint: { sequence: number; hash: string; client: string } }

const BEFORE_THE_FIRST = '0'.repeat(64)
const TOLD_EVERY = 100

type Watch = { client: string; onProgress: (entries: number) => void; signal: AbortSignal }

/** Checks a whole export as it comes: sequence, links, hashes, and that its checkpoint is of its last entry. */
export async function checkExport(lines: AsyncIterable<string>, watch: Watch): Promise<Checked> {
  const { client, onProgress, signal } = watch
  let last = { sequence: 0, hash: BEFORE_THE_FIRST }
  let isClosed = false
  const result = (broken: Break | null): Checked => ({ entries: last.sequence, hash: last.hash, broken })
  for await (const text of lines) {
    signal.throwIfAborted()
    const line: Line = JSON.parse(text)
    if ('checkpoint' in line) {
      const { sequence, hash } = line.checkpoint
      if (sequence !== last.sequence || hash !== last.hash) return result({ sequence, why: 'checkpoint' })
      isClosed = true
      continue
    }
    const why = await breakOf(line, last, client)
    if (why) return result({ sequence: why === 'missing' ? last.sequence + 1 : line.sequence, why })
    last = { sequence: line.sequence, hash: line.hash }
    if (last.sequence % TOLD_EVERY === 0) onProgress(last.sequence)
  }
  return result(isClosed ? null : { sequence: last.sequence + 1, why: 'cut_off' })
}

type Before = { sequence: number; hash: string }

async function breakOf(entry: HashedEntry, before: Before, client: string): Promise<Break['why'] | null> {
  if (entry.sequence !== before.sequence + 1) return 'missing'
  if (entry.previous_hash !== before.hash) return 'link'
  return checkEntry(entry, client)
}

/** The lines of a text that comes in pieces. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield line
  }
  if (rest !== '') yield rest
}
