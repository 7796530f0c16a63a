import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at, fileOf, headersOf } from '../http/answer-of.ts'
import type { Schemas } from '../schemas.ts'
import { resource } from './resource.ts'

const PROCESSES = '/api/v2/client/signature_processes'

type Filing = Schemas['SignatureArchiveInput']
type NamedFiling = Schemas['SignatureArchiveNamedInput']

/** Documents that people are asked to sign. */
export function signatureProcesses(raw: Client<paths>) {
  const one = `${PROCESSES}/{id}` as const
  return {
    ...resource(raw, PROCESSES, one, {}),
    /** Asks the signers of a draft, in their order. */
    start: (id: string) => answerOf(raw.POST(`${one}/start`, at({ id }))),
    /** Cancels processes that are being signed: all of these, or none. */
    cancel: async (...ids: string[]): Promise<void> => {
      await answerOf(raw.POST(`${PROCESSES}/cancel`, { body: { signature_process_ids: ids } }))
    },
    /** Mails a reminder to a signer who has not answered. */
    remind: async (id: string, signerId: string): Promise<void> => {
      await answerOf(raw.POST(`${one}/signers/{signer_id}/remind`, at({ id, signer_id: signerId })))
    },
    /** Mails the signed document to its signers. */
    send: async (id: string): Promise<void> => {
      await answerOf(raw.POST(`${one}/send`, at({ id })))
    },
    /** Files the signed document in the folder of an employee. */
    archive: async (id: string, body: Filing = {}): Promise<void> => {
      await answerOf(raw.POST(`${one}/archive`, { ...at({ id }), body }))
    },
    /** The same with the process named in the body. */
    archiveNamed: async (body: NamedFiling): Promise<void> => {
      await answerOf(raw.POST(`${PROCESSES}/archive`, { body }))
    },
    /** Everything that happened, the oldest first. */
    evidence: (id: string) => answerOf(raw.GET(`${one}/evidence`, at({ id }))),
    /** The document as it came: `blob()`, or the stream `body`. */
    file: (id: string) => fileOf(raw.GET(`${one}/file`, { ...at({ id }), parseAs: 'stream' })),
    /** The signed and sealed document. */
    signedFile: (id: string) => fileOf(raw.GET(`${one}/signed_file`, { ...at({ id }), parseAs: 'stream' })),
    /** The type, size and ETag of the document as it came. */
    fileHeaders: (id: string) => headersOf(raw.HEAD(`${one}/file`, at({ id }))),
    /** The type, size and ETag of the signed document. */
    signedFileHeaders: (id: string) => headersOf(raw.HEAD(`${one}/signed_file`, at({ id }))),
  }
}
