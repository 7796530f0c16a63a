import { employeeHomeWords } from '#features/home/words.ts'
import { requestStatusWords } from '#shared/requests/words.ts'
import { uiWords } from '#ui/words.ts'
import { appWords } from './words.ts'

/** What the shell and the first page of an employee say: loaded before anything is shown. */
export const FIRST_WORDS = [appWords, uiWords, employeeHomeWords, requestStatusWords]
