import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type S3rver from 's3rver'

type Context = {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  status: number
  length: number
  body: unknown
  response: { get(name: string): string }
  set(name: string, value: string): void
}
type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>

type StoredObject = { bucket: string; key: string; content: Readable; metadata: object }
type Store = {
  getResourcePath(bucket: string, key: string | undefined, resource: string): string
  getMetadata(bucket: string, key: string): Promise<Record<string, string>>
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
  listObjects(bucket: string, options: object): Promise<Listing>
  putObject(object: StoredObject): Promise<{ size: number; md5: string }>
  putPart(bucket: string, uploadId: string, part: string, content: Readable): Promise<{ size: number; md5: string }>
  copyObject(bucket: string, key: string, toBucket: string, toKey: string): Promise<Record<string, string>>
  deleteObject(bucket: string, key: string): Promise<void>
}
type Listing = {
  objects: { key: string; lastModifiedDate: Date; size: number; metadata: Record<string, string> }[]
  isTruncated: boolean
}
type Insides = { middleware: Middleware[]; store: Store }

/** How s3rver names the file of an object, after its path, and the folder of what is not yet complete. */
export const OBJECT = '._S3rver_object'
export const UPLOADS = '._S3rver_uploads'

/** Few, so that tests meet a second page. */
const UPLOADS_ON_A_PAGE = 2

/** Gives s3rver what S3 does and it does not. Its first middleware logs, its second writes XML; these come next. */
export function repairS3(s3: S3rver, directory: string): void {
  const { middleware, store } = s3 as unknown as Insides
  middleware.splice(2, 0, conditions, ranges, pages(store), unfinishedUploads(directory))
  repairStore(store)
}

const fault = (Code: string, Message = Code) => ({ Error: { Code, Message } })

/** It ignores If-Match. */
const conditions: Middleware = async (ctx, next) => {
  const wanted = ctx.headers['if-match']
  await next()
  if (ctx.method !== 'GET' || !wanted || ctx.status >= 300 || wanted === ctx.response.get('etag')) return
  ;(ctx.body as ReadStream).destroy()
  ctx.body = fault('PreconditionFailed')
  ctx.status = 412
}

/** It takes the last 72 bytes for the first 72, the first byte for all, and an empty object for one of one byte. */
const ranges: Middleware = async (ctx, next) => {
  const [asked, from, to] = /^bytes=(\d*)-(\d*)$/.exec(ctx.headers.range ?? '') ?? []
  delete ctx.headers.range
  await next()
  if (!asked || ctx.method !== 'GET' || ctx.status !== 200) return
  const all = ctx.body as ReadStream
  const size = ctx.length
  all.destroy()
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (start > end) {
    ctx.body = fault('InvalidRange')
    ctx.status = 416
    return
  }
  ctx.body = createReadStream(all.path, { start, end })
  ctx.length = end - start + 1
  ctx.status = 206
  ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
}

/** It marks its pages by a cipher that is not there any more. A mark is the last key of the page. */
function pages(store: Store): Middleware {
  return async (ctx, next) => {
    const mark = ctx.query['continuation-token']
    if (ctx.query['list-type'] !== '2') return await next()
    const maxKeys = Math.min(1000, Number(ctx.query['max-keys'] ?? 1000))
    const [, bucket = ''] = ctx.path.split('/')
    const { objects, isTruncated } = await store.listObjects(bucket, {
      prefix: ctx.query.prefix,
      startAfter: mark && Buffer.from(mark, 'base64').toString(),
      maxKeys,
    })
    const Contents = objects.map(({ key, lastModifiedDate, size, metadata }) => ({
      Key: key,
      LastModified: lastModifiedDate.toISOString(),
      ETag: metadata.etag,
      Size: size,
    }))
    const marker = isTruncated && { NextContinuationToken: Buffer.from(objects.at(-1)?.key ?? '').toString('base64') }
    ctx.body = {
      ListBucketResult: { Name: bucket, KeyCount: Contents.length, IsTruncated: isTruncated, Contents, ...marker },
    }
  }
}

/** It neither lists uploads that have not ended nor ends them. */
function unfinishedUploads(directory: string): Middleware {
  return async (ctx, next) => {
    const [, bucket = ''] = ctx.path.split('/')
    const uploads = join(directory, bucket, UPLOADS)
    const { uploadId } = ctx.query
    if (ctx.method === 'DELETE' && uploadId) {
      await rm(join(uploads, uploadId), { recursive: true })
      ctx.status = 204
    } else if (ctx.method === 'GET' && 'uploads' in ctx.query) {
      const ids = (await readdir(uploads).catch(() => [])).toSorted()
      const described = await Promise.all(ids.map((id) => describeUpload(join(uploads, id), id)))
      const rest = described.filter(
        ({ Key, UploadId }) =>
          Key.startsWith(ctx.query.prefix ?? '') && UploadId > (ctx.query['upload-id-marker'] ?? ''),
      )
      const Upload = rest.slice(0, UPLOADS_ON_A_PAGE)
      const IsTruncated = rest.length > Upload.length
      const last = Upload.at(-1)
      const markers = IsTruncated && { NextKeyMarker: last?.Key, NextUploadIdMarker: last?.UploadId }
      ctx.body = { ListMultipartUploadsResult: { Bucket: bucket, IsTruncated, Upload, ...markers } }
    } else await next()
  }
}

async function describeUpload(folder: string, UploadId: string) {
  const Key = await readFile(join(folder, 'key'), 'utf8')
  return { Key, UploadId, Initiated: (await stat(join(folder, 'key'))).mtime.toISOString() }
}

/** It answers before its files are written, copies in place, and removes folders that others are about to write into. */
function repairStore(store: Store): void {
  const pathOf = (bucket: string, key: string, resource = 'object') => store.getResourcePath(bucket, key, resource)

  store.putObject = async ({ bucket, key, content, metadata }) => {
    const stored = await write(pathOf(bucket, key), content)
    await store.putMetadata(bucket, key, metadata, stored.md5)
    return stored
  }
  store.putPart = async (bucket, uploadId, part, content) => {
    return await write(join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, part), content)
  }
  store.copyObject = async (bucket, key, toBucket, toKey) => {
    await mkdir(dirname(pathOf(toBucket, toKey)), { recursive: true })
    for (const resource of ['metadata.json', 'object.md5', 'object']) {
      const from = pathOf(bucket, key, resource)
      const to = pathOf(toBucket, toKey, resource)
      const temporary = `${to}.${Math.random()}`
      await copyFile(from, temporary)
      await rename(temporary, to)
    }
    return await store.getMetadata(toBucket, toKey)
  }
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['object', 'object.md5', 'metadata.json']) {
      await rm(pathOf(bucket, key, resource), { force: true })
    }
  }
}

async function write(path: string, content: Readable): Promise<{ size: number; md5: string }> {
  const hash = createHash('md5')
  let size = 0
  const temporary = `${path}.${Math.random()}`
  await mkdir(dirname(path), { recursive: true })
  await pipeline(
    content,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        size += part.byteLength
        yield part
      }
    },
    createWriteStream(temporary),
  )
  await rename(temporary, path)
  const md5 = hash.digest('hex')
  await writeFile(`${path}.md5`, md5)
  return { size, md5 }
}
