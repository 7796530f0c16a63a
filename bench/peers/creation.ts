import { SERIAL_BYTES } from '../harness/content/upload-form.ts'
import type { LoadJob } from '../harness/load/load.ts'

/** What the load generator posts as JSON: each time another serial stands where the path of the value does first. */
export function formOfCreation(bodyOf: (path: string) => object, answer: number): Required<LoadJob>['forms'] {
  const serial = 'S'.repeat(SERIAL_BYTES)
  const body = JSON.stringify(bodyOf(serial))
  return {
    contentType: 'application/json',
    body: Buffer.from(body).toString('base64'),
    serialAt: body.indexOf(serial),
    serials: '',
    answer,
  }
}
