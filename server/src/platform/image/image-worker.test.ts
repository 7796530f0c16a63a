import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { aDecompressionBomb, anImage } from '#test/harness/files/images.ts'
import { openImageWorker } from './image-worker.ts'

const tool = openImageWorker()
after(() => tool.close())

describe('shrink', () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    test(`makes a WebP of ${format}, within the square, in its own shape`, async () => {
      const image = await tool.shrink(await anImage({ width: 900, height: 300, format }), 320)

      const { width, height, format: made } = await sharp(image).metadata()
      assert.deepEqual([made, width, height], ['webp', 320, 107])
    })
  }

  test('turns a photo upright and leaves out what the camera wrote about it', async () => {
    const photo = await anImage({ width: 400, height: 200, orientation: 6 })
    assert.ok((await sharp(photo).metadata()).exif)

    const { width, height, orientation, exif } = await sharp(await tool.shrink(photo, 320)).metadata()

    assert.deepEqual([width, height, orientation, exif], [160, 320, undefined, undefined])
  })

  test('makes nothing larger than it was', async () => {
    const { width } = await sharp(await tool.shrink(await anImage({ width: 50, height: 50 }), 320)).metadata()
    assert.equal(width, 50)
  })

  test('answers nothing for what is not a picture, and for pictures that are programs or name files', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const photo = await anImage()
    for (const bytes of ['', 'hello', svg, '%PDF-1.4', '# ImageMagick pixel', photo.subarray(0, 200)]) {
      assert.equal(await tool.shrink(Buffer.from(bytes), 320), undefined)
    }
    assert.ok(await tool.shrink(photo, 320), 'it goes on after that')
  })

  test('refuses a picture of too many pixels at once', async () => {
    const bomb = aDecompressionBomb(12_000)
    assert.ok(bomb.length < 2_000_000)

    assert.equal(await tool.shrink(bomb, 320), undefined)
  })

  test('gives up after its time, and goes on with the next one', async () => {
    const hurried = openImageWorker({ timeLimitSeconds: 0.001 })

    // Its process needs longer than that to start.
    assert.equal(await hurried.shrink(await anImage(), 320), undefined)

    await hurried.close()
    assert.ok(await tool.shrink(await anImage(), 320))
  })

  test('answers nothing once it is closed', async () => {
    const closed = openImageWorker()
    await closed.close()
    assert.equal(await closed.shrink(await anImage(), 320), undefined)
  })
})
