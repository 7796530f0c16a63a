import { useRef, useState } from 'react'
import { exportHref } from '#features/audit/audit.api.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { type Checked, checkExport, linesOf } from './check-export.ts'

export type Verification =
  | { state: 'none' }
  | { state: 'running'; entries: number }
  | { state: 'failed'; error: unknown }
  | { state: 'done'; checked: Checked }

/** Reads the whole chain and makes every hash anew, in this browser: the word of the server is not taken for it. */
export function useVerification() {
  const { client } = useSession()
  const [verification, set] = useState<Verification>({ state: 'none' })
  const controller = useRef<AbortController>(undefined)

  async function verify(): Promise<void> {
    controller.current = new AbortController()
    const { signal } = controller.current
    set({ state: 'running', entries: 0 })
    try {
      const lines = linesOf(textOf(await open(signal)))
      const onProgress = (entries: number) => set({ state: 'running', entries })
      set({ state: 'done', checked: await checkExport(lines, { client: client.id, onProgress, signal }) })
    } catch (error) {
      set(signal.aborted ? { state: 'none' } : { state: 'failed', error })
    }
  }
  return { verification, verify, stop: () => controller.current?.abort() }
}

async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(exportHref('jsonl'), { credentials: 'same-origin', signal })
  if (!response.ok || !response.body) throw new ApiError(response.status, undefined)
  return response.body
}

/** Not every browser can iterate a stream, so it is read piece by piece. */
async function* textOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      yield decoder.decode(value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    await reader.cancel()
  }
}
