import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Blobs } from '#platform/blobs/blobs.ts'

export const MB = 1024 * 1024

/** Posts bytes, slowly enough that they are on their way for a while; answers what came back with 201, if that did. */
export async function sendSlowly<T>(
  url: string,
  headers: Record<string, string>,
  bytes: Buffer,
): Promise<T | undefined> {
  const body = new ReadableStream({
    async start(controller) {
      for (let at = 0; at < bytes.length; at += MB / 4) {
        controller.enqueue(bytes.subarray(at, at + MB / 4))
        await delay(Math.random() * 20)
      }
      controller.close()
    },
  })
  const call = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const answer = await fetch(url, call).catch(() => undefined)
  return answer?.status === 201 ? ((await answer.json().catch(() => undefined)) as T | undefined) : undefined
}

/** Whatever is in the file store has the content that its key stands for. */
export async function assertBlobsWhole(blobs: Blobs): Promise<void> {
  for await (const { key } of blobs.list()) {
    const hash = createHash('sha256')
    for await (const chunk of (await blobs.get(key)) ?? []) hash.update(chunk)
    assert.equal(hash.digest('hex'), key)
  }
}
