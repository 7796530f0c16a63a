import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { fileDocument } from '#test/harness/browser/demo-documents.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'

const portal = await startPortal()

describe('the text over the pages of a document', () => {
  test('can be selected, found on a page out of sight, and read aloud; a page without text says nothing', async () => {
    const pages = ['Employment contract\nof Emma Martin', '', 'page three', 'Notice period: two months']
    const filing = { title: 'Contract', document_type_code: 'contract', employee_technical_id: 'E-2001' }
    const id = await fileDocument(portal, filing, { bytes: aPdfOf(pages), filename: 'contract.pdf' })
    const page = await portal.openPage(`/portal/documents/${id}`, { as: 'employee:E-2001', width: 1280, height: 800 })
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
