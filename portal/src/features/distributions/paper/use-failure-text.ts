import { distributionWords } from '#features/distributions/words.ts'
import { useKnownWord, useWords } from '#ui/language/words.ts'

/** Why an envelope was not sent, in words; a code that is not known has words of its own. */
export function useFailureText(): (code: string) => string {
  const t = useWords(distributionWords)
  const knownWord = useKnownWord(distributionWords)
  return (code) =>
    knownWord(`packageProblem.${code}`) ?? knownWord(`handOver.failure.${code}`) ?? t('handOver.failure.other')
}
