import { Socket } from 'node:net'
import { refusalOf } from './clamd-answer.ts'
import type { ClamdAddress } from './parse-clamd-url.ts'
import { ScanFailed } from './scan-failed.ts'

/** How long clamd may take at each step, in milliseconds. */
export type Patience = { connectMs: number; writeMs: number; answerMs: number }

/** No answer of clamd is longer; something that talks on and on is something else. */
const LONGEST_ANSWER = 1024

/** One connection, one command, one answer. Whatever fails is a ScanFailed, and so is an answer that was not asked for. */
export class ClamdCall {
  readonly #socket = new HearingSocket()
  readonly #patience: Patience
  readonly #answer = Promise.withResolvers<string>()
  #heard = ''
  #isAsked = false
  #failure: ScanFailed | undefined
  #stopTelling: ((failure: ScanFailed) => void) | undefined

  constructor(address: ClamdAddress, command: string, patience: Patience) {
    this.#patience = patience
    // It may fail before anything awaits it; the next step then reports it.
    this.#answer.promise.catch(() => {})
    this.#listen()
    this.#socket.setNoDelay().connect(address)
    this.#write([Buffer.from(command)])
  }

  /** Resolves once the bytes are on their way, so that no more than one part waits in memory. */
  async tell(...parts: Buffer[]): Promise<void> {
    if (this.#failure) throw this.#failure
    const timer = this.#failAfter(this.#patience.writeMs, 'timed_out')
    try {
      await new Promise<void>((resolve, reject) => {
        this.#stopTelling = reject
        this.#write(parts, resolve)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends the last bytes of the command, and answers with what clamd says. */
  async ask(...parts: Buffer[]): Promise<string> {
    this.#isAsked = true
    const timer = this.#failAfter(this.#patience.answerMs, 'timed_out')
    this.#write(parts)
    return await this.#answer.promise.finally(() => clearTimeout(timer))
  }

  /** Rejects what is being awaited, since the call was aborted. */
  close(): void {
    this.#fail(new ScanFailed('aborted'))
  }

  #listen(): void {
    const connecting = this.#failAfter(this.#patience.connectMs, 'unreachable')
    let isConnected = false
    this.#socket.on('connect', () => {
      isConnected = true
      clearTimeout(connecting)
    })
    this.#socket.on('data', (bytes) => this.#hear(bytes.toString('latin1')))
    this.#socket.on('error', () => this.#fail(new ScanFailed(isConnected ? 'closed' : 'unreachable')))
    this.#socket.on('end', () => this.#fail(this.#heard === '' ? new ScanFailed('closed') : refusalOf(this.#heard)))
    this.#socket.on('close', () => clearTimeout(connecting))
  }

  #hear(text: string): void {
    this.#heard += text
    const [answer = '', ...rest] = this.#heard.split('\0')
    if (rest.length === 0) {
      if (answer.length > LONGEST_ANSWER) this.#fail(new ScanFailed('nonsense'))
    } else if (this.#isAsked) {
      this.#answer.resolve(answer)
      this.#socket.destroy()
    } else {
      this.#fail(refusalOf(answer))
    }
  }

  #write(parts: Buffer[], taken?: () => void): void {
    this.#socket.cork()
    for (const part of parts) this.#socket.write(part, part === parts.at(-1) ? taken : undefined)
    this.#socket.uncork()
  }

  #failAfter(milliseconds: number, reason: 'timed_out' | 'unreachable'): NodeJS.Timeout {
    return setTimeout(() => this.#fail(new ScanFailed(reason)), milliseconds)
  }

  #fail(failure: ScanFailed): void {
    this.#failure ??= failure
    this.#answer.reject(this.#failure)
    this.#stopTelling?.(this.#failure)
    this.#socket.destroy()
  }
}

/**
 * clamd answers and hangs up while it is still being sent a file that is too large for it. An ordinary socket closes at
 * the first write that fails, and with it goes an answer that has arrived and was not read; this one reads to the end.
 */
class HearingSocket extends Socket {
  override _write(part: Buffer, encoding: BufferEncoding, done: () => void): void {
    super._write(part, encoding, (error) => error || done())
  }

  override _writev(parts: { chunk: Buffer; encoding: BufferEncoding }[], done: () => void): void {
    super._writev?.(parts, (error) => error || done())
  }
}
