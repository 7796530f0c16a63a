/** What the shell and the first page of an employee say; the labels of the navigation belong to the shell. */
export const FIRST_WORDS = [
  'app/app',
  'ui/ui',
  'shared/public-page/public-page',
  'shared/requests/request-status',
  'features/home/employee-home',
]

const NAVIGATION = /^features\/[\w-]+\/navigation$/

/** Whether the words of this name are loaded before anything is shown: the build puts them into one file per language. */
export function isFirst(name: string): boolean {
  return FIRST_WORDS.includes(name) || NAVIGATION.test(name)
}
