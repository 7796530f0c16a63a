import sharp from 'sharp'
import type { ImageAnswer, ImageQuestion } from './image-worker.ts'

/** A photo of the largest cameras; more is a bomb. Pixels are decoded line by line, never all at once. */
const MAX_PIXELS = 128_000_000
/** What is not among these is not decoded at all, whatever a file says it is. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
/** A picture that comes out large, as a grainy one does, is packed more tightly. */
const QUALITIES = [76, 50, 25]
const MAX_BYTES = 256 * 1024
const EFFORT = 3

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS.map((loader) => `VipsForeignLoad${loader}Buffer`) })

process.on('message', async ({ bytes, edge }: ImageQuestion) => {
  tell({ image: await shrink(bytes, edge).catch(() => undefined) })
})
process.on('disconnect', () => process.exit())

/** The picture upright and within a square, without anything that a camera wrote about it. */
async function shrink(bytes: Uint8Array, edge: number): Promise<Uint8Array> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
  })
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  let image = new Uint8Array()
  for (const quality of QUALITIES) {
    image = await sharp(data, { raw: info }).webp({ quality, effort: EFFORT }).toBuffer()
    if (image.length <= MAX_BYTES) break
  }
  return image
}

function tell(answer: ImageAnswer): void {
  process.send?.(answer)
}
