import type { Readable } from 'node:stream'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { openSftpSession, type SftpSession, type SftpTarget } from './sftp-session.ts'
import { isTemporaryOf, temporaryName } from './temporary-name.ts'
import { TransferFailure } from './transfer-failure.ts'

/** Writes that are under way at once: the network is used, and memory stays flat. */
const WINDOW = 16
const MODE = 0o640
const NO_SUCH_FILE = 2
const END_OF_FILE = 1

type Options = { signal: AbortSignal; silenceMs?: number | undefined }
type Directory = SftpTarget & { directory: string }

type FileToSend = { name: string; read: () => Readable }

/**
 * Puts a file into a directory of a server; it has its name once it is complete. A file of that name that is there already is
 * left as it is: `read` is not called then. Throws a TransferFailure, what reading throws, or why the signal was aborted.
 */
export async function sendBySftp(
  outbound: Outbound,
  target: Directory,
  { name, read }: FileToSend,
  { signal, silenceMs }: Options,
): Promise<void> {
  const session = await openSftpSession(outbound, target, { signal, silenceMs })
  try {
    await findDirectory(session, target.directory)
    await removeTemporaries(session, target.directory, name)
    if (await isThere(session, pathIn(target.directory, name))) return
    await sendNew(session, { directory: target.directory, name }, read(), signal)
  } catch (error) {
    // The server is not to blame for a question that was broken off.
    signal.throwIfAborted()
    throw error
  } finally {
    session.end()
  }
}

/** Whether the server can be reached, is the right one, takes the user, and has the directory. */
export async function checkSftp(outbound: Outbound, target: Directory, silenceMs?: number): Promise<void> {
  const session = await openSftpSession(outbound, target, { silenceMs })
  try {
    await findDirectory(session, target.directory)
  } finally {
    session.end()
  }
}

const pathIn = (directory: string, name: string) => `${directory.replace(/\/+$/, '')}/${name}`

async function findDirectory({ sftp, ask }: SftpSession, directory: string): Promise<void> {
  const found = await asked(ask<{ isDirectory(): boolean }>((done) => sftp.stat(directory, done)))
  if (!found?.isDirectory()) {
    throw new TransferFailure('folder_not_found', `The directory ${directory} does not exist on the server.`)
  }
}

async function isThere({ sftp, ask }: SftpSession, path: string): Promise<boolean> {
  return (await asked(ask((done) => sftp.stat(path, done)))) !== undefined
}

/** What attempts left behind that were broken off. */
async function removeTemporaries({ sftp, ask }: SftpSession, directory: string, name: string): Promise<void> {
  const handle = await asked(ask<Buffer>((done) => sftp.opendir(directory, done)))
  if (!handle) return
  for (;;) {
    const entries = await asked(ask<{ filename: string }[]>((done) => sftp.readdir(handle, done)))
    if (!entries || entries.length === 0) break
    for (const { filename } of entries) {
      if (!isTemporaryOf(name, filename)) continue
      await ask<void>((done) => sftp.unlink(pathIn(directory, filename), () => done(null)))
    }
  }
  await ask<void>((done) => sftp.close(handle, () => done(null)))
}

type NewFile = { directory: string; name: string }

async function sendNew(
  session: SftpSession,
  { directory, name }: NewFile,
  content: Readable,
  signal: AbortSignal,
): Promise<void> {
  const { sftp, ask, askAtLast } = session
  const temporary = pathIn(directory, temporaryName(name))
  try {
    const handle = await written(ask<Buffer>((done) => sftp.open(temporary, 'wx', { mode: MODE }, done)))
    await write(session, handle, content, signal)
    await sync(session, handle)
    await written(ask<void>((done) => sftp.close(handle, done as () => void)))
    // SFTP's own rename does not replace a file.
    await written(ask<void>((done) => sftp.rename(temporary, pathIn(directory, name), done as () => void)))
  } catch (error) {
    content.destroy()
    await askAtLast<void>((done) => sftp.unlink(temporary, () => done(null))).catch(() => {})
    throw error
  }
}

async function write({ sftp, ask }: SftpSession, handle: Buffer, content: Readable, signal: AbortSignal) {
  const underWay: Promise<unknown>[] = []
  let position = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    const at = position
    const one = written(ask((done) => sftp.write(handle, chunk, 0, chunk.length, at, done as () => void)))
    // It is awaited below; until then a refusal is not unhandled.
    one.catch(() => {})
    underWay.push(one)
    position += chunk.length
    if (underWay.length >= WINDOW) await underWay.shift()
  }
  await Promise.all(underWay)
}

/** Not every server can; OpenSSH's can. */
async function sync({ sftp, ask }: SftpSession, handle: Buffer): Promise<void> {
  await ask<void>((done) => {
    try {
      sftp.ext_openssh_fsync(handle, done as () => void)
    } catch {
      done(null)
    }
  }).catch(refused)
}

/** Undefined if it does not exist. */
async function asked<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question
  } catch (error) {
    if ([NO_SUCH_FILE, END_OF_FILE].includes((error as { code?: number }).code ?? 0)) return undefined
    return refused(error)
  }
}

async function written<T>(step: Promise<T>): Promise<T> {
  return step.catch(refused)
}

function refused(error: unknown): never {
  if (error instanceof TransferFailure) throw error
  throw new TransferFailure('not_writable', `The server refused the file (${(error as Error).message}).`)
}
