import { signatureProcessWords } from '#features/signatures/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { Process } from './processes.api.ts'
import { askedOf, stateOf, useNameList } from './state.ts'

/** What a process waits for, or how it ended, in one sentence. */
export function useNextStep(process: Process): string {
  const t = useWords(signatureProcessWords)
  const format = useFormat()
  const listOf = useNameList()
  const { expiry_date, signers, employee_name } = process
  const state = stateOf(process)
  const date = expiry_date ? format.date(expiry_date) : ''
  switch (state) {
    case 'signing':
      return t(date ? 'next.signingUntil' : 'next.signing', {
        names: listOf(askedOf(process).map(({ name }) => name)),
        date,
      })
    case 'signed':
      return t(process.auto_send ? 'next.signedAuto' : 'next.signed')
    case 'done':
      return employee_name ? t('next.done', { name: employee_name }) : t('next.doneElsewhere')
    case 'rejected':
      return t('next.rejected', { name: signers.find(({ status }) => status === 'rejected')?.name ?? '' })
    case 'expired':
      return t('next.expired', { date })
    default:
      return t(`next.${state}`)
  }
}
