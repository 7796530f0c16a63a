import { useLanguage, useWords } from '#ui/language/words.ts'
import { importWords } from './words.ts'

type Problem = { field: string | null; code: string; message: string }

/** Problems of rows and columns in words: the server says more, but only in English. */
export function useProblemText() {
  const t = useWords(importWords)
  const language = useLanguage()
  const known = (key: string): string | undefined => {
    const words = t(key as 'field.email')
    return words === key ? undefined : words
  }
  const nameOf = (field: string) => known(`field.${field}`) ?? field
  const messageOf = ({ code, message }: Pick<Problem, 'code' | 'message'>) =>
    known(`one.done.${code}`) ?? (language === 'en' ? message : (known(`wrong.${code}`) ?? message))
  return { nameOf, messageOf }
}
