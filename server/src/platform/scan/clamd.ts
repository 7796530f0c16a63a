import { type Verdict, verdictOf, versionOf } from './clamd-answer.ts'
import { ClamdCall, type Patience } from './clamd-call.ts'
import type { ClamdAddress } from './parse-clamd-url.ts'
import { ScanFailed } from './scan-failed.ts'

export type { Verdict }

export type Scanner = {
  /** Opens a connection of its own, which `end` or `abort` closes. */
  scan(): Scan
  /** The version of the scanner; rejects when it does not answer. */
  check(): Promise<string>
}

/** One file on its way through the scanner. Each step throws ScanFailed when there will be no verdict. */
export type Scan = {
  see(part: Buffer): Promise<void>
  end(): Promise<Verdict>
  abort(): void
}

const PATIENCE: Patience = { connectMs: 5_000, writeMs: 30_000, answerMs: 120_000 }

/** clamd reads into a buffer of this kind of size; it refuses a chunk above its StreamMaxLength as a whole. */
const CHUNK_BYTES = 64 * 1024

/** Scans by the INSTREAM command of clamd, the daemon of ClamAV. */
export function openScanner(address: ClamdAddress, patience: Patience = PATIENCE): Scanner {
  return {
    scan: () => scanBy(new ClamdCall(address, 'zINSTREAM\0', patience)),

    async check() {
      const pong = await new ClamdCall(address, 'zPING\0', patience).ask()
      if (pong !== 'PONG') throw new ScanFailed('nonsense')
      return versionOf(await new ClamdCall(address, 'zVERSION\0', patience).ask())
    },
  }
}

function scanBy(call: ClamdCall): Scan {
  return {
    async see(part) {
      // No chunk is ever empty: that would end the stream, and hide what follows from the scan.
      for (let at = 0; at < part.byteLength; at += CHUNK_BYTES) {
        const chunk = part.subarray(at, at + CHUNK_BYTES)
        await call.tell(lengthOf(chunk), chunk)
      }
    },

    end: async () => verdictOf(await call.ask(lengthOf(Buffer.alloc(0)))),

    abort: () => call.close(),
  }
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.byteLength)
  return length
}
