import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import {
  type CollectedFile,
  type CollectedRecord,
  type Collector,
  type CollectorContext,
  PACKAGE_KINDS,
  type PackageKind,
} from '#kernel/personal-data/collector.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { Problem } from '#platform/problem.ts'
import type { SealIdentity } from '#platform/seal/identity.ts'
import { detachedJws } from '#platform/seal/jws.ts'
import { UniqueNames } from '#platform/zip/unique-names.ts'
import type { ZipFile } from '#platform/zip/write-zip.ts'
import type { PackageSubject } from './find-subject.ts'
import { IndexPage } from './index-page/index-page.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** An object of its own, where the others are lists. */
const SINGLE: PackageKind = 'employee'
/** Most files are small: they need no stream of their own. */
const READ_AT_ONCE_BYTES = 1024 * 1024
/** So much of a JSON is put together before it goes on. */
const CHUNK_CHARACTERS = 64 * 1024

export type Contents = {
  collectors: readonly Collector[]
  context: CollectorContext
  subject: PackageSubject
  company: string
  blobs: Blobs
  identity: SealIdentity
  createdAt: Date
  /** Called with what is done, from 0 to 1. */
  onProgress(progress: number): Promise<void>
}

type ManifestEntry = { path: string; size: number; sha256: string; content_type: string }
type ManifestKind = { kind: PackageKind; count: number; path: string }
type Original = { path: string; of: string; file: CollectedFile }

/** The files of a package in their order; the manifest and its seal, which name all others, come last. */
export class PackageContents {
  readonly #contents: Contents
  readonly #names = new UniqueNames()
  /** By their bytes: what two records have is there once. */
  readonly #paths = new Map<string, string>()
  readonly #entries: ManifestEntry[] = []
  readonly #kinds: ManifestKind[] = []
  readonly #page: IndexPage
  #count = 0

  constructor(contents: Contents) {
    this.#contents = contents
    this.#page = new IndexPage(contents)
  }

  get entriesCount(): number {
    return this.#count
  }

  async *files(): AsyncGenerator<ZipFile, void, undefined> {
    const kinds = PACKAGE_KINDS.filter((kind) => !this.#contents.context.exclude.has(kind))
    for (const [index, kind] of kinds.entries()) {
      const originals: Original[] = []
      yield this.#data(kind, originals)
      for (const [done, original] of originals.entries()) {
        yield this.#original(original)
        await this.#contents.onProgress((index + (done + 1) / originals.length) / (kinds.length + 1))
      }
      await this.#contents.onProgress((index + 1) / (kinds.length + 1))
    }
    yield this.#written('index.html', 'text/html; charset=utf-8', () => this.#page.html(this.#kinds))
    yield* this.#manifest()
  }

  #data(kind: PackageKind, originals: Original[]): ZipFile {
    const path = `data/${kind}.json`
    const pieces = async function* (this: PackageContents) {
      const counted = { count: 0 }
      yield* inChunks(this.#json(kind, originals, counted))
      this.#kinds.push({ kind, count: counted.count, path })
    }
    return this.#written(path, 'application/json', () => pieces.call(this))
  }

  async *#json(kind: PackageKind, originals: Original[], counted: { count: number }) {
    const isSingle = kind === SINGLE
    if (!isSingle) yield '['
    for await (const record of this.#records(kind)) {
      const paths = record.files.map((file) => this.#place({ kind, record, file }, originals))
      const data = record.files.length === 0 ? record.data : { ...record.data, files: listed(record.files, paths) }
      yield `${counted.count === 0 ? '' : ','}\n${JSON.stringify(data, null, 2)}`
      counted.count += 1
      this.#page.add(kind, record, paths)
    }
    yield isSingle ? '\n' : '\n]\n'
  }

  async *#records(kind: PackageKind): AsyncGenerator<CollectedRecord, void, undefined> {
    const { collectors, context, subject } = this.#contents
    const { employee_key, technical_id, core_uuid } = subject
    for (const collector of collectors) {
      if (collector.kind === kind) yield* collector.collect(context, { employee_key, technical_id, core_uuid })
    }
  }

  /** Where an original stands in the ZIP. */
  #place(
    { kind, record, file }: { kind: PackageKind; record: CollectedRecord; file: CollectedFile },
    originals: Original[],
  ) {
    const known = this.#paths.get(file.sha256)
    if (known !== undefined) return known
    const day = record.date?.toISOString().slice(0, 10)
    const { title = null } = record
    const name = file.title ?? title ?? file.filename
    const path = this.#names.next(`files/${kind}`, [day, name].filter(Boolean).join(' - '), extname(file.filename))
    this.#paths.set(file.sha256, path)
    originals.push({ path, of: `${kind} ${(record.data as { id?: string }).id ?? ''}`.trim(), file })
    return path
  }

  #original({ path, of, file }: Original): ZipFile {
    const { blobs, createdAt } = this.#contents
    const open = async () => {
      const source = await opened(blobs, file, of)
      this.#note({ path, size: file.size, sha256: file.sha256, content_type: file.content_type })
      return source
    }
    return { name: path, modifiedAt: createdAt, compress: false, open }
  }

  /** A file of our own making, which is measured as it is written. */
  #written(path: string, content_type: string, pieces: () => AsyncIterable<string> | Iterable<string>): ZipFile {
    const note = (measured: { size: number; sha256: string }) => this.#note({ path, ...measured, content_type })
    async function* bytes() {
      const hash = createHash('sha256')
      let size = 0
      for await (const piece of pieces()) {
        const part = Buffer.from(piece)
        hash.update(part)
        size += part.length
        yield part
      }
      note({ size, sha256: hash.digest('hex') })
    }
    const open = async () => Readable.from(bytes(), { objectMode: false })
    return { name: path, modifiedAt: this.#contents.createdAt, compress: true, open }
  }

  #note(entry: ManifestEntry): void {
    this.#entries.push(entry)
    this.#count += 1
  }

  *#manifest(): Generator<ZipFile, void, undefined> {
    const { context, subject, company, createdAt, identity } = this.#contents
    const { technical_id, core_uuid } = subject
    const manifest = {
      version: 1,
      client: { id: context.client.id, name: company },
      employee: { technical_id, core_uuid },
      created_at: `${createdAt.toISOString().slice(0, 19)}+00:00`,
      kinds: this.#kinds,
      left_out: PACKAGE_KINDS.filter((kind) => context.exclude.has(kind)),
      entries: [...this.#entries],
    }
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    const signer = detachedJws(identity, createdAt)
    signer.update(bytes)
    yield this.#written('manifest.json', 'application/json', () => [bytes.toString('utf8')])
    yield this.#written('manifest.json.jws', 'application/jose', () => [signer.end()])
  }
}

function listed(files: readonly CollectedFile[], paths: readonly string[]) {
  return files.map(({ filename, content_type, size, sha256 }, index) => ({
    path: paths[index],
    filename,
    content_type,
    size,
    sha256,
  }))
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let waiting = ''
  for await (const piece of pieces) {
    waiting += piece
    if (waiting.length < CHUNK_CHARACTERS) continue
    yield waiting
    waiting = ''
  }
  if (waiting !== '') yield waiting
}

async function opened(blobs: Blobs, file: CollectedFile, of: string): Promise<Readable> {
  const unreadable = (error: unknown): never => {
    throw new UnreadableFile(of, !isPassing(error), error)
  }
  if (file.size > READ_AT_ONCE_BYTES) {
    const source = await blobs.get(file.sha256).catch(unreadable)
    if (!source) throw new UnreadableFile(of, true)
    return Readable.from(checked(source, file, of), { objectMode: false })
  }
  const bytes = await blobs.read(file.sha256).catch(unreadable)
  if (bytes?.length !== file.size || createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
    throw new UnreadableFile(of, true)
  }
  return Readable.from([bytes])
}

/** What the manifest says of it holds, or the package is not made. */
async function* checked(source: Readable, { sha256, size }: CollectedFile, of: string) {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      hash.update(part)
      read += part.length
      yield part
    }
  } catch (error) {
    throw new UnreadableFile(of, !isPassing(error), error)
  }
  if (read !== size || hash.digest('hex') !== sha256) throw new UnreadableFile(of, true)
}

/** The store does not answer now. */
const isPassing = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'
