import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** `edge` is how wide and how high the picture may be at most. */
export type ImageQuestion = { bytes: Uint8Array; edge: number }
export type ImageAnswer = { image: Uint8Array | undefined }

export type ImageWorker = {
  /** The picture in WebP, no larger than a square; nothing when it cannot be decoded, or not in time. */
  shrink(bytes: Uint8Array, edge: number): Promise<Buffer | undefined>
  close(): Promise<void>
}

export type ImageWorkerOptions = { timeLimitSeconds?: number; idleSeconds?: number }

const PROCESS = fileURLToPath(new URL('./image-worker-process.ts', import.meta.url))

/**
 * Decodes pictures of strangers one at a time, in a process of its own: what its decoders do wrong ends that process and
 * no other, its memory goes with it, and it knows nothing of the keys of the service.
 */
export function openImageWorker({ timeLimitSeconds = 15, idleSeconds = 30 }: ImageWorkerOptions = {}): ImageWorker {
  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false
  let queue: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const started = fork(PROCESS, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=64'],
      stdio: 'ignore',
      env: {},
    })
    started.on('error', () => {})
    started.on('exit', () => {
      if (child === started) child = undefined
    })
    started.unref()
    started.channel?.unref()
    return started
  }

  function end(): void {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
    child = undefined
  }

  async function ask(question: ImageQuestion): Promise<Buffer | undefined> {
    if (isClosed) return undefined
    clearTimeout(idleTimer)
    child ??= start()
    const answer = await askWithin(child, question, timeLimitSeconds)
    if (!answer) end()
    else idleTimer = setTimeout(end, idleSeconds * 1000).unref()
    return answer?.image && Buffer.from(answer.image)
  }

  return {
    shrink(bytes, edge) {
      const answer = queue.then(() => ask({ bytes, edge }))
      queue = answer.catch(() => {})
      return answer
    },
    async close() {
      isClosed = true
      end()
      await queue
    },
  }
}

/** The answer of a process; nothing when it ends or takes too long. The timer keeps our own process alive until then. */
async function askWithin(child: ChildProcess, question: ImageQuestion, seconds: number) {
  const { promise, resolve } = Promise.withResolvers<ImageAnswer | undefined>()
  const onMessage = (answer: unknown) => resolve(answer as ImageAnswer)
  const fail = () => resolve(undefined)
  const timer = setTimeout(fail, seconds * 1000)
  child.once('message', onMessage).once('exit', fail).once('error', fail)
  try {
    child.send(question, (error) => error && fail())
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', onMessage).off('exit', fail).off('error', fail)
  }
}
