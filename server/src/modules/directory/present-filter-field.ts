import { nameIn } from '#platform/translations.ts'
import type { CustomFieldRow } from './custom-field-queries.ts'
import type { FilterField } from './managed-schemas.ts'

/** A custom field to choose by, in the language of its reader. */
export function presentFilterField(
  { code, name, localized_names, type, values }: CustomFieldRow,
  language: string | null,
): FilterField {
  return { code, name: nameIn(localized_names, language, name), type, values }
}
