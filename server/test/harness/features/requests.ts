import assert from 'node:assert/strict'
import type { Comment, HistoryEntry, Request } from '#modules/requests/schemas.ts'
import type { TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { asPayload } from '#test/harness/http/form.ts'

export const KEY = 'acme-api-key'
export const RIVAL_KEY = 'globex-api-key'

type FormField = string | string[] | Blob | Blob[] | undefined
export type FormFields = Record<string, FormField>
type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
type Options = { key?: string | null; body?: unknown; headers?: Record<string, string> }

/** A file for a part of a form. */
export function aFile(
  content: string | Uint8Array<ArrayBuffer> = 'Some bytes',
  name = 'letter.txt',
  type = 'text/plain',
): File {
  return new File([content], name, { type })
}

/** A form as a call takes it; what is undefined is left out. */
export async function asBody(fields: FormFields): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const form = new FormData()
  for (const [name, part] of Object.entries(fields)) {
    for (const one of part === undefined ? [] : [part].flat()) {
      if (typeof one === 'string') form.append(name, one)
      else form.append(name, one, (one as File).name)
    }
  }
  const { headers, payload } = await asPayload(form)
  return { headers, body: payload }
}

/** Calls of group C, of the client acme unless another key is given. */
export function requestCalls({ app }: Pick<TestApp, 'app'>) {
  /** A call with a JSON body, or none. */
  function call(method: Method, path: string, { key = KEY, body, headers = {} }: Options = {}) {
    return app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(key === null ? {} : { 'x-api-key': key }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }

  /** A call with a form; what is undefined is left out. */
  async function send(path: string, fields: FormFields, { key = KEY }: Pick<Options, 'key'> = {}) {
    const { headers, body } = await asBody(fields)
    return app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { ...headers, ...(key === null ? {} : { 'x-api-key': key }) },
      payload: body,
    })
  }

  const post = (fields: FormFields, options: Pick<Options, 'key'> = {}) => send('/requests/', fields, options)

  /** A request that is accepted: on the default form, unless the parts say otherwise. */
  async function made(fields: FormFields & { creator_technical_id: string }): Promise<Request> {
    const isDefault = fields.form_code === undefined || fields.form_code === 'default'
    const answer = await post({
      form_code: 'default',
      ...(isDefault ? { subject: unique('Subject'), body: '<p>Hello</p>' } : {}),
      ...fields,
    })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  async function read(id: string): Promise<Request> {
    return accepted(await call('GET', `/requests/${id}/`))
  }

  const patch = (id: string, body: object, options: Options = {}) =>
    call('PATCH', `/requests/${id}/`, { ...options, body })

  async function patched(id: string, body: object): Promise<Request> {
    return accepted(await patch(id, body))
  }

  async function commented(id: string, body: object): Promise<Comment> {
    return accepted(await call('POST', `/requests/${id}/comments/`, { body }), 201)
  }

  async function historyOf(id: string): Promise<HistoryEntry[]> {
    return accepted(await call('GET', `/requests/${id}/history/`))
  }

  return { call, send, post, made, read, patch, patched, commented, historyOf }
}

type Answer = { statusCode: number; body: string; json(): unknown }

function accepted<T>(answer: Answer, status = 200): T {
  assert.equal(answer.statusCode, status, answer.body)
  return answer.json() as T
}

/** The fields that a 400 of group C is about, sorted; each has one message at least. */
export function refusedFields(answer: Answer): string[] {
  assert.equal(answer.statusCode, 400, answer.body)
  const errors = answer.json() as Record<string, string[]>[]
  for (const messages of errors.flatMap((one) => Object.values(one))) assert.ok(messages.length > 0)
  return errors.flatMap((one) => Object.keys(one)).sort()
}
