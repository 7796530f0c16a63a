import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { parseBlobUrl, type S3Settings } from '#platform/blobs/s3/blob-url.ts'
import { OBJECT, repairS3, UPLOADS } from './s3-repairs.ts'

/** The only key that s3rver knows. */
const CREDENTIALS = 'S3RVER:S3RVER'
const BUCKET = 'dossier-files'

export type TestS3 = {
  /** As a BLOB_URL. */
  url: string
  settings: S3Settings
  /** Where the bucket is. */
  folder: string
  /** The paths of all objects in the bucket. */
  objects(): Promise<string[]>
  /** The ids of all uploads that have not ended. */
  uploads(): Promise<string[]>
  /** What was asked of it, such as `PUT /dossier-files/files/…`. */
  calls: string[]
  stop(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** An S3 server on loopback, with one empty bucket. `before` may answer a call instead of it, and then returns true. */
export async function startS3(
  before: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const folder = join(directory, BUCKET)
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  repairS3(s3, directory)
  await s3.configureBuckets()
  const answer: Handler = s3.callback()
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    if (!before(request, response)) answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `s3://${CREDENTIALS}@${BUCKET}?endpoint=http://127.0.0.1:${port}`
  return {
    url,
    settings: parseBlobUrl(url),
    folder,
    objects: async () => {
      const names = await readdir(folder, { recursive: true })
      return names
        .filter((name) => name.endsWith(OBJECT))
        .map((name) => name.slice(0, -OBJECT.length))
        .toSorted()
    },
    uploads: async () => (await readdir(join(folder, UPLOADS)).catch(() => [])).toSorted(),
    calls,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await rm(directory, { recursive: true })
    },
  }
}
