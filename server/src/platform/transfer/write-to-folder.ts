import { constants } from 'node:fs'
import { access, open, opendir, realpath, rename, stat, unlink } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { isTemporaryOf, temporaryName } from './temporary-name.ts'
import { TransferFailure } from './transfer-failure.ts'

/** Others of the same group may fetch the files. */
const MODE = 0o640

export type FolderTarget = {
  root: string | undefined
  /** The setting that names the root, for messages. */
  rootName: string
  folder: string
}

/**
 * Writes a file that is complete as soon as it has its name, also after a loss of power. A file of that name that is there
 * already is left as it is: `read` is not called then. Throws a TransferFailure, or what reading throws.
 */
export async function writeToFolder(
  target: FolderTarget,
  name: string,
  read: () => Readable,
  signal: AbortSignal,
): Promise<void> {
  const folder = await checkFolder(target)
  await onDisk(removeTemporaries(folder, name))
  if (!(await isThere(join(folder, name)))) await writeNew(folder, name, read(), signal)
}

/** The folder as it is on the disk. It must exist, below the root, and take files. */
export async function checkFolder({ root, rootName, folder }: FolderTarget): Promise<string> {
  if (root === undefined) {
    throw new TransferFailure('no_root', `${rootName} is not set; the operator has to name a folder.`)
  }
  const realRoot = await realpathOf(root, `${rootName} does not exist.`)
  const realFolder = await realpathOf(resolve(root, folder), `The folder ${folder} does not exist below ${rootName}.`)
  // After symbolic links were followed: one that leads out of the root is refused like `..`.
  if (realFolder !== realRoot && !realFolder.startsWith(realRoot + (realRoot.endsWith(sep) ? '' : sep))) {
    throw new TransferFailure('outside_root', `The folder ${folder} is outside of ${rootName}.`)
  }
  if (!(await stat(realFolder)).isDirectory()) {
    throw new TransferFailure('folder_not_found', `${folder} is not a folder.`)
  }
  await onDisk(access(realFolder, constants.R_OK | constants.W_OK | constants.X_OK))
  return realFolder
}

/** The message names the setting and not the path: its readers need not know where the root is. */
async function realpathOf(path: string, messageIfMissing: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    throw new TransferFailure('folder_not_found', messageIfMissing)
  }
}

async function writeNew(folder: string, name: string, content: Readable, signal: AbortSignal): Promise<void> {
  const temporary = join(folder, temporaryName(name))
  try {
    const file = await onDisk(open(temporary, 'wx', MODE))
    try {
      for await (const chunk of content) {
        signal.throwIfAborted()
        await onDisk(file.writeFile(chunk))
      }
      await onDisk(file.sync())
    } finally {
      await file.close()
    }
    await onDisk(rename(temporary, join(folder, name)))
    await onDisk(syncFolder(folder))
  } finally {
    content.destroy()
    await unlink(temporary).catch(() => {})
  }
}

/** Network shares do not know how to do this. */
const NOT_SYNCED = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!NOT_SYNCED.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/** What attempts left behind whose process was killed. */
async function removeTemporaries(folder: string, name: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (isTemporaryOf(name, entry.name)) await unlink(join(folder, entry.name)).catch(() => {})
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** What the operating system refuses is for the operator to mend. */
async function onDisk<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new TransferFailure('not_writable', `The folder does not take files (${code}).`)
  }
}
