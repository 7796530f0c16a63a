import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

const LIMIT_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 4096

/** The log of one run: `read` answers the end of what was written since it was opened. */
export type ServerLog = { fd: number; read(): string; close(): void }

export function openLog(path: string): ServerLog {
  const fd = openSync(path, 'a+', 0o600)
  if (fstatSync(fd).size > LIMIT_BYTES) ftruncateSync(fd)
  const start = fstatSync(fd).size
  return { fd, read: () => readSince(fd, start), close: () => closeSync(fd) }
}

function readSince(fd: number, start: number): string {
  const { size } = fstatSync(fd)
  const from = Math.max(start, size - TAIL_BYTES)
  const tail = Buffer.alloc(Math.max(size - from, 0))
  readSync(fd, tail, 0, tail.length, from)
  return tail.toString('utf8').trim()
}

export function lastLines(text: string): string {
  return text.split('\n').slice(-8).join('\n')
}
