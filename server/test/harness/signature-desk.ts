import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { asPayload } from './form.ts'
import { portalCalls, type Who } from './portal.ts'

type Signers = Record<string, unknown>[]

/** What a manager has signed, and how others sign it, by calls of the portal at the client demo. */
export function deskCalls(service: TestApp, manager: Who) {
  const { as } = portalCalls(service)
  const call = as(manager, 'demo')

  /** A draft of a process for this PDF. */
  async function aDraft(pdf: Buffer, title: string, signers: Signers, more: object = {}): Promise<string> {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(pdf)], 'paper.pdf', { type: 'application/pdf' }))
    const { headers, payload } = await asPayload(form)
    const { upload_id } = (await call('POST', '/manager/signature_uploads', { headers, body: payload })).json()
    const body = { signature_type_id: 'simple', title, upload_id, signers, ...more }
    const answer = await call('POST', '/manager/signatures', { body })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json().id
  }

  /** Signs as somebody who can log in. */
  async function signAs(who: Who, id: string, text: string): Promise<void> {
    const signer = as(who, 'demo')
    const { consent } = (await signer('GET', `/me/signatures/${id}`)).json()
    const body = { drawing: { kind: 'typed', text }, consent }
    const answer = await signer('POST', `/me/signatures/${id}/sign`, { body })
    assert.equal(answer.statusCode, 200, answer.body)
  }

  /** Signs as an external: by the link of the last mail to the address, and the code of another. */
  async function signByMail(email: string, text: string): Promise<void> {
    const visitor = as(undefined, 'demo')
    const mailed = async (sign: RegExp) => {
      const found = (await service.mails()).filter((one) => one.to?.some(({ address }) => address === email))
      return found.map((one) => sign.exec(one.text ?? '')?.[1]).findLast((one) => one !== undefined)
    }
    const token = await eventually(() => mailed(/\/sign\/([\w-]{44})/))
    await visitor('POST', `/signing/${token}/codes`)
    const code = await eventually(() => mailed(/\b(\d{6})\b/))
    const visit = await visitor('POST', `/signing/${token}/visits`, { body: { code } })
    const headers = { cookie: String(visit.headers['set-cookie']).split(';')[0] ?? '' }
    const { consent } = (await visitor('GET', `/signing/${token}/document`, { headers })).json()
    const body = { drawing: { kind: 'typed', text }, consent }
    const answer = await visitor('POST', `/signing/${token}/document/sign`, { headers, body })
    assert.equal(answer.statusCode, 200, answer.body)
  }

  return { call, aDraft, signAs, signByMail }
}
