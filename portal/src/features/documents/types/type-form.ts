import type { Attribute, DocumentType, DocumentTypeInput, Kind } from './types.api.ts'

export type AttributeDraft = {
  key: string
  code: string
  name: string
  type: string
  required: boolean
  values: string[]
}

export type TypeValues = {
  code: string
  id: number | ''
  kind: Kind
  names: Record<string, string>
  visible_by_employee: boolean
  upload_by_employee: boolean
  months: number | ''
  from: 'date' | 'departure'
  allowed_extensions: string[]
  metas: AttributeDraft[]
  filters: AttributeDraft[]
}

let made = 0

export function newAttribute(attribute?: Attribute): AttributeDraft {
  made += 1
  const { code = '', name = '', type = 'string', required = false, values = [] } = attribute ?? {}
  return { key: `attribute-${made}`, code, name, type, required, values }
}

/** What the form starts with. A type that has a name in no language is called so in the first one. */
export function valuesOf(type: DocumentType | undefined, [first = 'en-us']: string[]): TypeValues {
  const given = (type?.localized_names ?? []).map((one) => [one.language_code, one.value ?? ''] as const)
  const isNamed = given.some(([, value]) => value !== '')
  return {
    code: type?.code ?? '',
    id: type?.id ?? '',
    kind: type?.kind ?? 'employee',
    names: { ...Object.fromEntries(given), ...(type && !isNamed ? { [first]: type.name } : {}) },
    visible_by_employee: type?.visible_by_employee ?? false,
    upload_by_employee: type?.upload_by_employee ?? false,
    months: type?.retention?.months ?? '',
    from: type?.retention?.from ?? 'date',
    allowed_extensions: type?.allowed_extensions ?? [],
    metas: (type?.metas ?? []).map(newAttribute),
    filters: (type?.filters ?? []).map(newAttribute),
  }
}

/** What is sent; a name that was given elsewhere stays where no language has one. */
export function inputOf(values: TypeValues, before: DocumentType | undefined, languages: string[]): DocumentTypeInput {
  const { id, kind, names, visible_by_employee, upload_by_employee, months, from, allowed_extensions } = values
  const ofEmployee = kind === 'employee'
  const name = languages.map((language) => names[language]?.trim()).find(Boolean) ?? before?.name
  return {
    kind,
    ...(id === '' ? {} : { id }),
    ...(name ? { name } : {}),
    localized_names: Object.entries(names).map(([language_code, value]) => ({
      language_code,
      value: value.trim() || null,
    })),
    visible_by_employee,
    upload_by_employee: ofEmployee && upload_by_employee,
    retention: months === '' ? null : { months, from },
    allowed_extensions,
    metas: values.metas.map(attributeOf) as never,
    filters: values.filters.map(attributeOf) as never,
  }
}

function attributeOf({ code, name, type, required, values }: AttributeDraft) {
  return {
    code,
    type,
    required,
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(values.length > 0 ? { values } : {}),
  }
}
