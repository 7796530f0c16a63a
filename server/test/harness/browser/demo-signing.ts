import assert from 'node:assert/strict'
import { eventually } from '#test/harness/eventually.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import type { startPortal } from './browser.ts'

type Portal = Awaited<ReturnType<typeof startPortal>>
type Signer = { type: 'employee' | 'user' | 'external'; [field: string]: unknown }
type Process = { id: string; signers: { id: string; email: string | null }[] }

const CONTRACT = [
  'Employment contract\n\nThe company employs you as an engineer.\nYou begin on the first of January.',
  'Working hours\n\nThirty-five hours a week, as you like them.',
  'Signatures',
]

/** Documents to sign, made as a program of the demo company does, and the mails that ask for signatures. */
export async function signingCalls({ app, credentials, mails, publicUrl }: Portal) {
  const { client_id, application_id, application_secret } = credentials
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: {
      authorization: `Basic ${Buffer.from(`${application_id}:${application_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `grant_type=client_credentials&scope=client&client_id=${client_id}`,
  })
  const authorization = `Bearer ${answer.json().access_token}`

  async function v2<T>(method: 'GET' | 'PUT' | 'POST', path: string, payload?: object): Promise<T> {
    const url = `/api/v2/client${path}`
    const reply = await app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
    assert.ok(reply.statusCode < 300, `${method} ${path}: ${reply.body}`)
    return reply.body === '' ? (undefined as T) : reply.json()
  }

  async function upload(pages: readonly string[]): Promise<string> {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(aPdfOf(pages))], 'contract.pdf', { type: 'application/pdf' }))
    const { headers, payload } = await asPayload(form)
    const url = '/api/v2/client/uploads'
    const reply = await app.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload })
    assert.ok(reply.statusCode < 300, reply.body)
    return reply.json().id
  }

  await v2('PUT', '/signature_types/simple', { name: 'Simple electronic signature' })

  /** Somebody is asked to sign a contract of three pages. */
  async function aStartedProcess(title: string, signers: Signer[], given: object = {}): Promise<Process> {
    const upload_id = await upload(CONTRACT)
    const process = await v2<Process>('POST', '/signature_processes', {
      signature_type_id: 'simple',
      title,
      upload_id,
      signers,
      ...given,
    })
    return v2<Process>('POST', `/signature_processes/${process.id}/start`)
  }

  /** The last mail to somebody about this. */
  const mailTo = (email: string, subject: RegExp) =>
    eventually(async () =>
      (await mails()).findLast((one) => one.to?.[0]?.address === email && subject.test(one.subject ?? '')),
    )

  return {
    v2,
    aStartedProcess,
    cancel: (id: string) => v2('POST', '/signature_processes/cancel', { signature_process_ids: [id] }),
    /** The path of the link by which somebody was asked to sign. */
    async linkTo(email: string, subject: RegExp): Promise<string> {
      const { text = '' } = await mailTo(email, subject)
      const [link = ''] = /https?:\S+\/sign\/[\w-]+/.exec(text) ?? []
      return link.replace(publicUrl, '')
    },
    async codeTo(email: string): Promise<string> {
      const { text = '' } = await mailTo(email, /code/)
      return /\b\d{6}\b/.exec(text)?.[0] ?? ''
    },
    isMailed: async (email: string) => (await mails()).some((one) => one.to?.[0]?.address === email),
  }
}
