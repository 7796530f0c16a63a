import type { Readable } from 'node:stream'
import { throughThread } from '#platform/threads/through-thread.ts'
import { ValueFile, type ValueFileChunk, type ValueFileSettings } from './value-file.ts'

/** A thread takes longer to start than a file of this size takes to read. */
const MAX_BYTES_AT_ONCE = 256 * 1024
const THREAD = new URL('./value-file-thread.ts', import.meta.url)

/** Reads a CSV file of values, part by part. */
export function readValueFile(
  source: Readable,
  sizeBytes: number,
  settings: ValueFileSettings,
): AsyncIterable<ValueFileChunk> {
  return sizeBytes > MAX_BYTES_AT_ONCE ? throughThread(THREAD, settings, source) : readHere(source, settings)
}

async function* readHere(source: Readable, settings: ValueFileSettings): AsyncGenerator<ValueFileChunk> {
  const file = new ValueFile(settings)
  for await (const piece of source) yield file.read(piece)
  yield file.read(undefined)
}
