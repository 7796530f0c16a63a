import assert from 'node:assert/strict'
import type { TestApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { type AccountId, portalCalls } from '#test/harness/http/portal-calls.ts'

type Signers = Record<string, unknown>[]

/** What a manager has signed, by calls of the portal at the client demo, and what others are mailed of it. */
export function managerSignatureCalls(service: TestApp, manager: AccountId) {
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

  /** What the last mail to an address has of this kind: the path of a link, or a code. */
  async function mailed(email: string, kind: 'link' | 'code'): Promise<string> {
    const sign = kind === 'link' ? /(\/sign\/[\w-]{44,})/ : /\b(\d{6})\b/
    return eventually(async () => {
      const found = (await service.mails()).filter((one) => one.to?.some(({ address }) => address === email))
      return found.map((one) => sign.exec(one.text ?? '')?.[1]).findLast((one) => one !== undefined)
    })
  }

  return { call, aDraft, mailed }
}
