import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Response } from 'playwright-core'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { fileDocument } from '#test/harness/browser/demo-documents.ts'
import { anImage } from '#test/harness/files/images.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'

const portal = await startPortal()
const EMMA = 'employee:E-2001'

/** Files a contract of Emma; answers its id. */
const file = (title: string, bytes: Buffer, filename: string) =>
  fileDocument(portal, { title, document_type_code: 'contract', employee_technical_id: 'E-2001' }, { bytes, filename })

describe('the preview of a photo', () => {
  for (const [who, path, name] of [
    [EMMA, '/portal/documents', 'Picture of Signed contract'],
    ['manager:M-1', '/portal/manager/documents', 'Signed contract'],
  ] as const) {
    test(`is a small picture; the photo itself is not fetched (${who})`, async () => {
      const photo = await anImage({ width: 2600, height: 1950 })
      assert.ok(photo.length > 2_000_000, String(photo.length))
      const id = await file('Signed contract', photo, 'signed.jpg')
      const page = await portal.openPage('/portal', { as: who })
      const fetched: { url: string; bytes: Promise<number> }[] = []
      const see = (response: Response) => {
        if (response.url().includes(id)) {
          fetched.push({ url: response.url(), bytes: response.body().then((body) => body.length) })
        }
      }
      page.on('response', see)

      await page.goto(`${portal.url}${path}/${id}`)
      await expect(page.getByRole('img', { name })).toHaveJSProperty('naturalWidth', 1600)

      assert.ok(fetched.some(({ url }) => url.endsWith('/image')))
      assert.deepEqual(
        fetched.filter(({ url }) => url.includes('/file')),
        [],
      )
      for (const { url, bytes } of fetched) assert.ok((await bytes) < 300_000, url)
      page.off('response', see)
      await page.done()
    })
  }

  test('says that there is none, and offers the file', async () => {
    const id = await file('Torn photo', (await anImage()).subarray(0, 400), 'torn.jpg')
    const page = await portal.openPage(`/portal/documents/${id}`, { as: EMMA, width: 360, height: 740 })

    await page.getByText('No preview', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Download' }).last().waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
  })

  test('stands in the list as a thumbnail', async () => {
    await file('A photo in the list', await anImage({ width: 1200, height: 900 }), 'list.jpg')
    const page = await portal.openPage('/portal/documents', { as: EMMA })

    const row = page.getByRole('row').filter({ hasText: 'A photo in the list' })
    await expect(row.locator('img')).toHaveJSProperty('naturalWidth', 320)
    await page.done()
  })
})

describe('sending documents from a phone', () => {
  const PHONE = { as: EMMA, width: 360, height: 740 } as const
  const pdf = (name: string, text = name) => ({ name, mimeType: 'application/pdf', buffer: aPdf(text) })

  test('several files at once and photos are taken; what was sent is withdrawn, brought back and replaced', async () => {
    const page = await portal.openPage('/portal/documents/upload?type=id-card', PHONE)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.reload()
    await page.getByRole('button', { name: 'Take a photo' }).waitFor()
    await expect(page.locator('input[type=file][capture=environment]')).toHaveCount(1)
    const files = page.locator('input[type=file][multiple]')
    await files.setInputFiles([pdf('front.pdf'), pdf('back.pdf')])
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Send 2 documents' }).click()
    await page.getByText('2 documents were sent.').waitFor()
    await page.getByRole('link', { name: 'front' }).first().click()

    await page.getByText(/You can replace or withdraw it until/).waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The document was withdrawn.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'front' }).first().click()
    await page.getByText(/You can replace or withdraw it until/).waitFor()
    await page.locator('main input[type=file]').setInputFiles(pdf('sharper.pdf'))
    await page.getByText('The document was replaced.').waitFor()
    await page.getByText('sharper.pdf').waitFor()

    const { rows } = await portal.pool.query(
      `SELECT filename, trashed_at IS NOT NULL AS is_trashed FROM documents WHERE title = 'front' ORDER BY key`,
    )
    assert.deepEqual(rows, [
      { filename: 'front.pdf', is_trashed: true },
      { filename: 'sharper.pdf', is_trashed: false },
    ])
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await devtools.detach()
    await page.done()
  })

  test('a file that is there already is pointed out, and left out', async () => {
    const same = aPdf('the very same')
    const id = await file('Filed before', same, 'before.pdf')
    const page = await portal.openPage('/portal/documents/upload?type=id-card', PHONE)

    await page.locator('input[type=file][multiple]').setInputFiles([{ ...pdf('again.pdf'), buffer: same }])
    const notice = page.getByRole('status').filter({ hasText: 'This file is already there' })
    await notice.waitFor()
    await expectAccessible(page, CONTENT)
    await expect(notice.getByRole('link')).toHaveAttribute('href', `/portal/documents/${id}`)
    await notice.getByRole('button', { name: 'Leave it out' }).click()
    await page.getByRole('list', { name: 'Chosen files' }).waitFor({ state: 'detached' })
    await page.done()

    const manager = await portal.openPage('/portal/manager/documents/upload?employee=E-2001&type=contract', {
      as: 'manager:M-1',
    })
    await manager.locator('input[type=file][multiple]').setInputFiles([{ ...pdf('again.pdf'), buffer: same }])
    await manager.getByRole('status').filter({ hasText: 'This file is already there' }).waitFor()
    await manager.done()
  })
})

describe('the text over the pages of a document', () => {
  test('can be selected, found on a page out of sight, and read aloud; a page without text says nothing', async () => {
    const pages = ['Employment contract\nof Emma Martin', '', 'page three', 'Notice period: two months']
    const id = await file('Contract', aPdfOf(pages), 'contract.pdf')
    const page = await portal.openPage(`/portal/documents/${id}`, { as: EMMA, width: 1280, height: 800 })
    const viewer = page.getByRole('region', { name: 'Contract', exact: true })
    const line = viewer.getByText('Employment contract')
    await line.waitFor()

    // Selected with the mouse, from the first word of the picture to the last one of the next line.
    await line.scrollIntoViewIfNeeded()
    const from = await line.boundingBox()
    const to = await viewer.getByText('of Emma Martin').boundingBox()
    assert.ok(from && to)
    await page.mouse.move(from.x + 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2, { steps: 4 })
    await page.mouse.up()
    assert.deepEqual((await page.evaluate<string>('String(getSelection())')).split(/\s*\n/), [
      'Employment contract',
      'of Emma Martin',
    ])

    // It lies upon the words of the picture, however large they are shown.
    const widthOf = async () => (await line.boundingBox())?.width ?? 0
    const picture = await viewer.getByRole('img').first().boundingBox()
    assert.ok(picture)
    // "Employment contract" in Helvetica, 24 points high, is 225 points wide on a page of 595.
    expectNear((await widthOf()) / picture.width, 225 / 595)
    expectNear((from.x - picture.x) / picture.width, 72 / 595)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(viewer.getByRole('img').first()).not.toHaveJSProperty('clientWidth', Math.round(picture.width))
    expectNear((await widthOf()) / picture.width, (225 / 595) * 1.5)

    // What Ctrl-F does: the word is on a page whose picture was never asked for.
    await expect(viewer.getByText('Notice period: two months')).toHaveCount(1)
    assert.equal(await page.evaluate('getSelection().removeAllRanges(), find("two months")'), true)
    await page.evaluate('getSelection().anchorNode.parentElement.scrollIntoView()')
    await expect(viewer.getByRole('img', { name: 'page 4 of 4' })).toBeVisible()

    const devtools = await page.context().newCDPSession(page)
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    const said = nodes.filter(({ role }) => role?.value === 'StaticText').map(({ name }) => String(name?.value).trim())
    for (const words of ['Employment contract', 'of Emma Martin', 'page three']) assert.ok(said.includes(words), words)
    await devtools.detach()
    // The second page has a picture and no layer.
    await expect(viewer.locator('[data-state]')).toHaveCount(4)
    await expect(viewer.locator('[data-state]').nth(1).locator('[dir]')).toHaveCount(0)
    await expectAccessible(page, CONTENT)
    await page.done()
  })
})

function expectNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 0.02, `${actual} is not near ${expected}`)
}
