import sharp from 'sharp'

type ImageOptions = {
  width?: number
  height?: number
  orientation?: number
  format?: 'jpeg' | 'png' | 'webp' | 'gif'
}

/** A picture that compresses no better than a photo does. `orientation` is what a camera notes about how it was held. */
export async function anImage({ width = 400, height = 300, orientation, format = 'jpeg' }: ImageOptions = {}) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = sharp({
    create: { width, height, channels: 3, background: '#888', noise },
    limitInputPixels: false,
  })
  const described = orientation === undefined ? picture : picture.withMetadata({ orientation })
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  return (orientation === undefined ? described : described.withExifMerge(place))
    .toFormat(format, format === 'jpeg' ? { quality: 95 } : {})
    .toBuffer()
}

/** As little as possible, that says of itself that it is a picture of many pixels. */
export function aDecompressionBomb(edge: number): Promise<Buffer> {
  return sharp({ create: { width: edge, height: edge, channels: 3, background: '#888' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
