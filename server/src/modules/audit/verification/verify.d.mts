import type { X509Certificate } from 'node:crypto'

export const GENESIS: string
export class Broken extends Error {
  constructor(message: string, sequence?: number)
}
export type HashedActor = {
  type: string
  id: string | null
  name: string | null
  address: string | null
  salt: string
}
export type HashedSubject = { type: string; technical_id: string; salt: string }
export type HashedEntry = {
  sequence: number
  at: string
  action: string
  outcome: string
  actor_type: string
  actor_hash: string
  subject_hash: string | null
  resource: { type: string; id: string | null } | null
  details: object
  previous_hash: string
}
type CheckedEntry = HashedEntry & { hash: string; actor: HashedActor | null; subject: HashedSubject | null }
type Sealed = { sequence: number; hash: string }

export function canonical(value: unknown): string
export function sha256(text: string): string
export function actorText(actor: HashedActor): string
export function subjectText(subject: HashedSubject): string
export function entryText(entry: HashedEntry, client: string): string
export class ChainCheck {
  readonly client: string
  readonly isWhole: boolean
  readonly count: number
  readonly sequence: number
  readonly hash: string
  constructor(client: string, options: { isWhole: boolean })
  add(entry: CheckedEntry): void
  reaches(sealed: Sealed): void
}
export function openSeal(seal: string): { payload: unknown; certificate: X509Certificate }
export function checkSealOver(seal: string, content: object): X509Certificate
export function fingerprintOf(certificate: X509Certificate): string
export function verifyExport(path: string): Promise<{ check: ChainCheck; certificate: X509Certificate }>
export function verifyFile(
  path: string,
  options: { say: (line: string) => void; fingerprint?: string | undefined },
): Promise<0 | 1>
