import { Counter, type Registry } from 'prom-client'
import type { ByteStore, OpenedBytes } from './byte-store.ts'
import { ReplacedMeanwhile } from './byte-store.ts'

const OPERATIONS = ['write', 'open', 'read', 'size', 'delete', 'list', 'check'] as const
type Operation = (typeof OPERATIONS)[number]

/** The same store, which counts what it was asked and what of that failed through its own fault. */
export function measuredStore(store: ByteStore, registry: Registry): ByteStore {
  const operations = new Counter({
    name: 'dossier_file_operations_total',
    help: 'What the file store was asked, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  })
  for (const operation of OPERATIONS) {
    for (const outcome of ['succeeded', 'failed']) operations.inc({ operation, outcome }, 0)
  }

  function noteFailure(operation: Operation, error: unknown): void {
    if (!(error instanceof ReplacedMeanwhile)) operations.inc({ operation, outcome: 'failed' })
  }
  async function measure<T>(operation: Operation, asked: Promise<T>): Promise<T> {
    try {
      const answer = await asked
      operations.inc({ operation, outcome: 'succeeded' })
      return answer
    } catch (error) {
      noteFailure(operation, error)
      throw error
    }
  }
  async function* measureEach<T>(operation: Operation, items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    try {
      yield* items
    } catch (error) {
      noteFailure(operation, error)
      throw error
    }
  }
  const measureReads = (opened: OpenedBytes): OpenedBytes => ({
    ...opened,
    read: (range) => measureEach('read', opened.read(range)),
  })

  return {
    async write(bytes, keyOf) {
      const source = watchSource(bytes)
      try {
        await store.write(source.bytes, keyOf)
      } catch (error) {
        // An upload that breaks off, or is refused, says nothing of the store.
        if (!source.hasFailed()) noteFailure('write', error)
        throw error
      }
      operations.inc({ operation: 'write', outcome: 'succeeded' })
    },
    async open(key, tailBytes) {
      const opened = await measure('open', store.open(key, tailBytes))
      return opened && measureReads(opened)
    },
    size: (key) => measure('size', store.size(key)),
    delete: (...keys) => measure('delete', store.delete(...keys)),
    list: () => measureEach('list', store.list()),
    check: () => measure('check', store.check()),
  }
}

function watchSource(source: AsyncIterable<Buffer>) {
  let hasFailed = false
  async function* bytes() {
    try {
      yield* source
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  return { bytes: bytes(), hasFailed: () => hasFailed }
}
