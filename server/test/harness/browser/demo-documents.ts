import assert from 'node:assert/strict'
import { asPayload } from '#test/harness/http/form.ts'
import type { startPortal } from './browser.ts'

type Portal = Awaited<ReturnType<typeof startPortal>>
type Filing = { title: string; document_type_code: string; employee_technical_id: string; [field: string]: unknown }

/** Files a document as a program of the demo company does; answers its id. */
export async function fileDocument(
  { app, credentials }: Portal,
  filing: Filing,
  { bytes, filename }: { bytes: Buffer; filename: string },
): Promise<string> {
  const form = new FormData()
  form.append('data', JSON.stringify(filing))
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const { headers, payload } = await asPayload(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/enterprise/documents/',
    payload,
    headers: { ...headers, 'x-api-key': credentials.api_key },
  })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().id
}
