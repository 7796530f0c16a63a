import { useWords } from '#ui/language/words.ts'
import { directoryWords } from './words.ts'

type NameAndCodeOptions = {
  /** What has a code already; undefined where the code stays as it is. */
  others: { code: string }[] | undefined
  /** What is said of a code that one of them has. */
  taken: string
}

/** What the name and the code of a role, a group or an organization must be: filled in, and the code its own. */
export function useNameAndCodeRules({ others, taken }: NameAndCodeOptions) {
  const t = useWords(directoryWords)
  const required = (text: string) => (text.trim() === '' ? t('people.form.required') : null)
  const unused = (code: string) => (others?.some((one) => one.code === code.trim()) ? taken : null)
  return {
    name: required,
    code: (code: string) => required(code) ?? unused(code),
  }
}
