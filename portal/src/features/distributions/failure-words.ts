import { useWords } from '../../app/i18n.ts'
import { en } from './paper-words.en.ts'

type Failure = keyof typeof en.handOver.failure
type Problem = keyof typeof en.packages.reason

const isFailure = (code: string): code is Failure => code in en.handOver.failure
const isProblem = (code: string): code is Problem => code in en.packages.reason

/** Why an envelope was not sent, in words; a code that is not known has words of its own. */
export function useFailureWords(): (code: string) => string {
  const t = useWords('distributions')
  return (code) => {
    if (isProblem(code)) return t(`packages.reason.${code}`)
    return t(`handOver.failure.${isFailure(code) ? code : 'other'}`)
  }
}
