import { nameIn } from '#kernel/languages/translations.ts'
import type { FilterField } from '#modules/directory/employees/manager-schemas.ts'
import type { CustomFieldRow } from './queries.ts'

/** A custom field to choose by, in the language of its reader. */
export function presentFilterField(
  { code, name, localized_names, type, values }: CustomFieldRow,
  language: string | null,
): FilterField {
  return { code, name: nameIn(localized_names, language, name), type, values }
}
