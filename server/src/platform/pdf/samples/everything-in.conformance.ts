import { inflateSync } from 'node:zlib'

/** All that stands in a PDF, also what is compressed and what no page shows. */
export function everythingIn(bytes: Uint8Array): string {
  const file = Buffer.from(bytes)
  let all = file.toString('latin1')
  for (let at = file.indexOf('stream\r\n'); at >= 0; at = file.indexOf('stream\r\n', at + 1)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue
    all += inflateSync(file.subarray(at + 8), { finishFlush: 2 }).toString('latin1')
  }
  return all
}
