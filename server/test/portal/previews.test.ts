import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { expectAccessible, startPortal } from '#test/harness/browser.ts'
import { asPayload } from '#test/harness/form.ts'
import { aPicture } from '#test/harness/pictures.ts'

const portal = await startPortal()
const EMMA = 'employee:E-2001'

/** Files a document as a program of the company does; answers its id. */
async function file(title: string, bytes: Buffer, filename: string): Promise<string> {
  const form = new FormData()
  const data = { title, document_type_code: 'contract', employee_technical_id: 'E-2001' }
  form.append('data', JSON.stringify(data))
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const { headers, payload } = await asPayload(form)
  const url = '/api/v1/enterprise/documents/'
  const key = { 'x-api-key': portal.credentials.api_key }
  const answer = await portal.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...key } })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().id as string
}

/** How many pixels a picture that was loaded is wide. */
function widthOf(picture: Locator): Promise<number> {
  type Picture = { decode(): Promise<void>; naturalWidth: number }
  return picture.evaluate(async (one) => {
    const shown = one as unknown as Picture
    await shown.decode()
    return shown.naturalWidth
  })
}

describe('the preview of a photo', () => {
  for (const [who, path, name] of [
    [EMMA, '/portal/documents', 'Picture of Signed contract'],
    ['manager:M-1', '/portal/manager/documents', 'Signed contract'],
  ] as const) {
    test(`is a small picture; the photo itself is not fetched (${who})`, async () => {
      const photo = await aPicture({ width: 2600, height: 1950 })
      assert.ok(photo.length > 2_000_000, String(photo.length))
      const id = await file('Signed contract', photo, 'signed.jpg')
      const page = await portal.openPage('/portal', { as: who })
      const fetched: { url: string; bytes: Promise<number> }[] = []
      page.on('response', (response) => {
        if (response.url().includes(id)) {
          fetched.push({ url: response.url(), bytes: response.body().then((body) => body.length) })
        }
      })

      await page.goto(`${portal.url}${path}/${id}`)
      assert.equal(await widthOf(page.getByRole('img', { name })), 1600)
      await expectAccessible(page)

      assert.ok(fetched.some(({ url }) => url.endsWith('/image')))
      assert.deepEqual(
        fetched.filter(({ url }) => url.includes('/file')),
        [],
      )
      for (const { url, bytes } of fetched) assert.ok((await bytes) < 300_000, url)
      await page.done()
    })
  }

  test('says that there is none, and offers the file', async () => {
    const id = await file('Torn photo', (await aPicture()).subarray(0, 400), 'torn.jpg')
    const page = await portal.openPage(`/portal/documents/${id}`, { as: EMMA, width: 360, height: 740 })

    await page.getByText('No preview').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Download' }).last().waitFor()
    await expectAccessible(page)
    await page.done()
  })

  test('stands in the list as a thumbnail', async () => {
    await file('A photo in the list', await aPicture({ width: 1200, height: 900 }), 'list.jpg')
    const page = await portal.openPage('/portal/documents', { as: EMMA })

    const row = page.getByRole('row').filter({ hasText: 'A photo in the list' })
    assert.equal(await widthOf(row.locator('img')), 320)
    await page.done()
  })
})
