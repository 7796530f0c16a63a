import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes on their way into the bucket, in a file that nobody else sees. */
export type OutgoingFile = {
  sizeBytes: number
  read(start: number, bytes: number): Promise<Buffer>
  close(): Promise<void>
}

/** The file has no name as soon as it is open: whatever ends the process, nothing of it stays. */
export async function writeOutgoing(folder: string, parts: AsyncIterable<Buffer>): Promise<OutgoingFile> {
  const file = await createNameless(folder)
  try {
    let sizeBytes = 0
    for await (const part of parts) sizeBytes += await append(file, part)
    return { sizeBytes, read: (start, bytes) => readAt(file, start, bytes), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function createNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** A full disk accepts a part of a write; writing the rest then fails. */
async function append(file: FileHandle, part: Buffer): Promise<number> {
  for (let at = 0; at < part.byteLength; ) at += (await file.write(part, at)).bytesWritten
  return part.byteLength
}

async function readAt(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(bytes)
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(whole, at, bytes - at, start + at)
    if (bytesRead === 0) throw new Error('A file of this process ended before its end.')
    at += bytesRead
  }
  return whole
}
