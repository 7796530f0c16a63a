import { en as documentWords } from '#features/distributions/words/en/documents.ts'
import { en } from '#features/distributions/words/en/paper.ts'
import { useWords } from '#kernel/language/words.ts'

type Failure = keyof typeof en.handOver.failure
type Problem = keyof typeof documentWords.packageProblem

const isFailure = (code: string): code is Failure => code in en.handOver.failure
const isProblem = (code: string): code is Problem => code in documentWords.packageProblem

/** Why an envelope was not sent, in words; a code that is not known has words of its own. */
export function useFailureText(): (code: string) => string {
  const t = useWords('distributions')
  return (code) => {
    if (isProblem(code)) return t(`packageProblem.${code}`)
    return t(`handOver.failure.${isFailure(code) ? code : 'other'}`)
  }
}
