import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from './disk-blobs.ts'

/** A file store of its own, with the folder that it is in. */
export function testBlobs() {
  const blobsFolder = mkdtempSync(join(tmpdir(), 'dossier-files-'))
  return {
    blobs: diskBlobs(blobsFolder),
    blobsFolder,
    removeBlobs: () => rmSync(blobsFolder, { recursive: true, force: true }),
  }
}
