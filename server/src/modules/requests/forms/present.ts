import { inSeconds } from '#platform/time/dates.ts'
import { type FormContent, plainCategory } from './form-content.ts'
import type { FormSummary } from './form-summary.ts'
import type { FormRow } from './queries.ts'
import type { Form, TranslatedForm } from './schemas.ts'

/** A form as applications know it: its category by one name. */
export function presentForm(row: FormRow): Form {
  return { ...presentTranslatedForm(row), category: plainCategory(row.content.category) }
}

export function presentTranslatedForm(row: FormRow): TranslatedForm {
  const { code, version, content, total_hits, created_at, updated_at } = row
  return {
    code,
    version,
    ...content,
    total_hits: Number(total_hits),
    created_at: inSeconds(created_at),
    updated_at: inSeconds(updated_at),
  }
}

type Summarized = Pick<FormContent, 'title' | 'category' | 'featured'> &
  Pick<FormRow, 'code' | 'total_hits' | 'created_at' | 'updated_at'>

/** A form as requests and group C show it. */
export function summarizeForm(form: Summarized, publicUrl: string): FormSummary {
  const { code, title, category, featured } = form
  return {
    slug: code,
    title,
    category: plainCategory(category),
    featured,
    total_hits: Number(form.total_hits),
    updated_at: inSeconds(form.updated_at),
    created_at: inSeconds(form.created_at),
    api_url: `${publicUrl}/api/forms/${encodeURIComponent(form.code)}/`,
  }
}
