import type { FileRow, FileVersion, ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { StoredBlob } from '#platform/http/responses/send-blob.ts'
import { Problem } from '#platform/problem.ts'

/** A file of a process; the sealed one exists once all signers have signed. */
export function fileOf(process: ProcessRow, version: FileVersion): FileRow {
  if (process.anonymised_as !== null)
    throw new Problem('not_found', 'not_found', 'The signature process is anonymous: its files are gone.')
  const file = process[version]
  if (!file) throw new Problem('not_found', 'not_sealed', 'The document is not sealed yet.')
  return file
}

export function fileAnswerOf(process: ProcessRow, version: FileVersion): StoredBlob {
  const { filename, size, sha256 } = fileOf(process, version)
  return { filename, contentType: 'application/pdf', sizeBytes: Number(size), sha256 }
}
