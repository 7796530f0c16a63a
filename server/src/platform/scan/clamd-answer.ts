import { ScanFailed } from './scan-failed.ts'

export type Verdict = { isClean: true } | { isClean: false; found: string }

const FOUND = /^stream: (?<found>[\x20-\x7e]{1,255}) FOUND$/
const VERSION = /^ClamAV [\x20-\x7e]{1,200}$/

export function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { isClean: true }
  const found = FOUND.exec(answer)?.groups?.found
  if (found === undefined) throw refusalOf(answer)
  return { isClean: false, found }
}

export function versionOf(answer: string): string {
  if (!VERSION.test(answer)) throw refusalOf(answer)
  return answer
}

/** The failure behind an answer that is not a verdict, or that comes too early. */
export function refusalOf(answer: string): ScanFailed {
  const said = answer.trimEnd()
  if (said === 'INSTREAM size limit exceeded. ERROR') return new ScanFailed('too_large')
  if (said === 'COMMAND READ TIMED OUT') return new ScanFailed('gave_up')
  return new ScanFailed(said.endsWith(' ERROR') ? 'failed' : 'nonsense')
}
