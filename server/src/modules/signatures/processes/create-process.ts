import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { processCreated } from '#modules/signatures/events.ts'
import { checkSigners } from '#modules/signatures/signing/check-signers.ts'
import { replaceSigners } from '#modules/signatures/signing/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import { invalidFields } from '#platform/problem.ts'
import { searchText } from '#platform/text/search-text.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { checkSettings } from './check-process.ts'
import { recordEvidence } from './evidence.ts'
import { getProcess } from './get-process.ts'
import { presentProcess } from './present.ts'
import { type FileRow, insertProcess, type ProcessRow, putFile } from './queries.ts'
import type { ProcessInput } from './schemas.ts'

export type DescribedProcess = Omit<ProcessInput, 'upload_id'>
/** The manager who makes it in the portal. */
export type Creator = { user_key: string; name: string }

type ProcessToCreate = { input: DescribedProcess; file: FileRow; maker?: Creator | undefined }

/** Makes a draft of a process for a document whose bytes are stored. */
export async function createProcess(
  work: Work,
  blobs: Blobs,
  { input, file, maker }: ProcessToCreate,
): Promise<ProcessRow> {
  const { tx, client, now } = work
  const settings = await checkSettings(work, input)
  const checked = await checkSigners(work, input.signers, file.page_count)
  const errors = [...settings.errors, ...checked.errors]
  if (errors.length > 0) throw invalidFields(errors)
  await lockBlob(tx, blobs, file.sha256)
  const id = uuidv7(now, work.nextPosition)
  work.nextPosition += 1
  await insertProcess(tx, client, {
    ...settings.changes,
    id,
    signature_type_id: input.signature_type_id,
    title: input.title,
    created_at: now,
    creator_user_key: maker?.user_key ?? null,
    creator_name: maker?.name ?? work.actor.name,
    search_text: searchText([input.title, ...checked.names]),
  })
  await replaceSigners(tx, client, id, checked.signers)
  await putOriginal(work, id, file)
  await recordEvidence(work, id, { action: 'created' })
  const process = await getProcess(tx, client, id)
  emit(work, processCreated, presentProcess(process))
  return process
}

export async function putOriginal({ tx, client }: Work, id: string, file: FileRow): Promise<void> {
  const { filename, size, sha256, page_count } = file
  const row = { version: 'original' as const, filename, size: Number(size), sha256, page_count, renew_at: null }
  await putFile(tx, { client_id: client.id, id, ...row })
}
