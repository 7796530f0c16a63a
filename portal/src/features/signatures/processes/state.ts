import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { useLanguage } from '#ui/language/words.ts'
import type { ProcessItem, Signer, Status } from './processes.api.ts'

export const STATUS_TONES: Record<Status, Tone> = {
  draft: 'neutral',
  signing: 'info',
  signed: 'warning',
  sent: 'warning',
  done: 'good',
  rejected: 'bad',
  expired: 'bad',
  canceled: 'neutral',
}

export const SIGNER_TONES: Record<Signer['status'], Tone> = {
  waiting: 'neutral',
  asked: 'info',
  signed: 'good',
  rejected: 'bad',
}

/** What a process is called: its status, or that its seal is being made. */
export const stateOf = ({ status, is_sealing }: Pick<ProcessItem, 'status' | 'is_sealing'>) =>
  is_sealing ? 'sealing' : status

export const signedCount = ({ signers }: Pick<ProcessItem, 'signers'>) =>
  signers.filter(({ status }) => status === 'signed').length

/** Those who are asked at this moment. */
export const askedOf = ({ signers }: Pick<ProcessItem, 'signers'>) => signers.filter(({ status }) => status === 'asked')

/** Names in one sentence: "Ada, Béla and Chloé". */
export function useNameList(): (names: string[]) => string {
  const language = useLanguage()
  return (names) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}
