import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import type { Document, Kind } from '#modules/documents/schemas.ts'
import { documentTypes } from '#modules/documents/types/document-types.ts'
import type { DocumentTypeInput } from '#modules/documents/types/schemas.ts'
import type { TestApp } from '#test/harness/app.ts'
import { acme, type globex, unique } from '#test/harness/builders.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'

type Owned = { owner?: typeof acme | typeof globex }
type TypeOptions = Owned & Partial<DocumentTypeInput> & { code?: string }

/** A type of documents of acme; employees see theirs, and it has no metas and filters, unless told otherwise. */
export async function aDocumentType({ doWork }: TestApp, options: TypeOptions = {}): Promise<string> {
  const { code = unique('type'), kind = 'employee', owner = acme, ...given } = options
  const visible_by_employee = kind === 'employee'
  await doWork(owner, async (work) => {
    await documentTypes.putOne(work, code, { kind, visible_by_employee, ...given })
    work.pendingEvents.length = 0
  })
  return code
}

export type UploadOptions = {
  /** Null: no such part. */
  file?: Buffer | null
  filename?: string
  /** In place of the JSON of the data; null: no such part. */
  rawData?: string | null
  fileFirst?: boolean
  headers?: Record<string, string>
}

/** Group B calls about documents of the client acme. */
export function documentCalls(service: TestApp) {
  const { app } = service

  /** An upload; `data` is sent as it is. */
  async function upload(data: object, options: UploadOptions = {}) {
    const { file = aPdf(), filename = 'file.pdf', rawData = JSON.stringify(data), fileFirst = false, headers } = options
    const parts: [string, string | File][] = []
    if (rawData !== null) parts.push(['data', rawData])
    if (file) parts.push(['file', new File([new Uint8Array(file)], filename)])
    if (fileFirst) parts.reverse()
    const form = new FormData()
    for (const [name, value] of parts) form.append(name, value)
    const body = await asPayload(form)
    return app.inject({
      method: 'POST',
      url: '/api/v1/enterprise/documents/',
      ...body,
      headers: { 'x-api-key': 'acme-api-key', ...body.headers, ...headers },
    })
  }

  /** An upload that is accepted; answers the id. */
  async function uploaded(data: object, options: UploadOptions = {}): Promise<string> {
    const answer = await upload({ title: 'A document', ...data }, options)
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json().id
  }

  async function read(kind: Kind, id: string): Promise<Document> {
    const answer = await service.v2('GET', `/${kind}_documents/${id}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  return { upload, uploaded, read }
}

export type Signing = { token?: string; at?: number | string; method?: 'sha256' | '' }

/** The address of a signed download, signed at this moment of the service with the token of acme unless told otherwise. */
export function signedAddress({ clock }: TestApp, id: string, options: Signing = {}): string {
  const { token = 'acme-shared-token', at = clock.now().getTime() / 1000, method } = options
  const signed = `${token}${id}${at}`
  const digest = method === 'sha256' ? createHash('sha256') : createHmac('sha256', token)
  const query = new URLSearchParams({ timestamp: String(at), hash: digest.update(signed).digest('hex') })
  if (method !== undefined) query.set('hash_method', method)
  return `/api/v1/enterprise/documents/${id}/download/?${query}`
}
