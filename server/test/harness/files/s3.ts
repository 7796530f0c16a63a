import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { parseBlobUrl, type S3Settings } from '#platform/blobs/s3/blob-url.ts'
import type { S3Access } from './ceph.ts'
import { sharedCeph } from './shared-ceph.ts'

export type TestS3 = {
  /** As a BLOB_URL. */
  url: string
  settings: S3Settings
  bucket: string
  /** Speaks to Ceph itself, past the proxy. */
  client: S3Client
  /** A folder of this test. */
  outgoingFolder: string
  /** The paths of all objects in the bucket. */
  objects(): Promise<string[]>
  /** The paths of all uploads that have not ended. */
  uploads(): Promise<string[]>
  /** What was asked of it, such as `PUT /BUCKET/files/…`. */
  calls: string[]
  stop(): Promise<void>
}

/** Hands a call on to Ceph. With `pass`, the chunks of the answer go there instead of to the caller, and undefined at the end. */
export type Forward = (pass?: (chunk: Buffer | undefined, response: ServerResponse) => void) => void

/** May answer a call instead of Ceph, and then returns true. */
export type Before = (request: IncomingMessage, response: ServerResponse, forward: Forward) => boolean

/** A bucket of its own in the Ceph of this test run, which checks every signature, behind a proxy of this test. */
export async function startS3(before: Before = () => false): Promise<TestS3> {
  const ceph = await sharedCeph()
  const client = clientOf(ceph)
  const bucket = `dossier-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const outgoingFolder = await mkdtemp(join(tmpdir(), 'outgoing-'))
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const forward: Forward = (pass) => forwardTo(ceph, request, response, pass)
    if (!before(request, response, forward)) forward()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `s3://${ceph.accessKeyId}:${ceph.secretAccessKey}@${bucket}?endpoint=http://127.0.0.1:${port}`
  return {
    url,
    settings: parseBlobUrl(url),
    bucket,
    client,
    outgoingFolder,
    objects: () => objectsIn(client, bucket),
    uploads: () => uploadsIn(client, bucket),
    calls,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      client.destroy()
      await rm(outgoingFolder, { recursive: true })
    },
  }
}

function clientOf({ endpoint, accessKeyId, secretAccessKey }: S3Access): S3Client {
  const credentials = { accessKeyId, secretAccessKey }
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
}

async function objectsIn(client: S3Client, Bucket: string): Promise<string[]> {
  const paths: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    paths.push(...Contents.map(({ Key = '' }) => Key))
  }
  return paths.toSorted()
}

async function uploadsIn(client: S3Client, Bucket: string): Promise<string[]> {
  const paths: string[] = []
  for (let page: ListMultipartUploadsCommandOutput | undefined; !page || page.IsTruncated; ) {
    const markers = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    page = await client.send(new ListMultipartUploadsCommand({ Bucket, ...markers }))
    paths.push(...(page.Uploads ?? []).map(({ Key = '' }) => Key))
  }
  return paths.toSorted()
}

/** As it came: the signature is of the host that the caller spoke to. */
function forwardTo(
  { endpoint }: S3Access,
  request: IncomingMessage,
  response: ServerResponse,
  pass: Parameters<Forward>[0],
): void {
  const { expect: _, ...headers } = request.headers
  const onward = httpRequest(`${endpoint}${request.url}`, { method: request.method, headers, agent: false })
  onward.on('error', () => response.destroy())
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    if (!pass) return void answer.pipe(response)
    answer.on('data', (chunk: Buffer) => pass(chunk, response))
    answer.on('end', () => pass(undefined, response))
  })
  request.on('error', () => onward.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

/** The object of a call, for proxies that do what S3 would not. */
export async function objectOfCall({ url = '' }: IncomingMessage): Promise<Buffer> {
  const client = clientOf(await sharedCeph())
  const [, Bucket = '', ...path] = url.replace(/\?.*/, '').split('/')
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: path.join('/') }))
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
  client.destroy()
  return bytes
}
