import type { EmployeeDocumentType, EmployeeUpload } from '#features/documents/reading/employee-documents.api.ts'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import type { AttributeValues } from '#shared/documents/AttributeFields.tsx'
import { type Translate, useWords } from '#ui/language/words.ts'

export type UploadValues = {
  type: string | null
  title: string
  date: string | null
  metas: AttributeValues
  filters: AttributeValues
  files: File[]
}
export type UploadForm = UseFormReturnType<UploadValues>

/** The form of an upload; what its type requires is checked here before anything is sent. */
export function useUploadForm(types: EmployeeDocumentType[], type: string | undefined): UploadForm {
  const t = useWords(employeeDocumentWords)
  const isSendable = types.some((one) => one.code === type)
  return useForm<UploadValues>({
    initialValues: {
      type: isSendable && type ? type : null,
      title: '',
      date: null,
      metas: {},
      filters: {},
      files: [],
    },
    validate: (values) => {
      const chosen = types.find((one) => one.code === values.type)
      const missing = (which: 'metas' | 'filters') =>
        (chosen?.[which] ?? [])
          .filter(({ code, required }) => required && isEmpty(values[which][code]))
          .map(({ code }) => [`${which}.${code}`, t('upload.error.required')])
      return {
        ...(values.type ? {} : { type: t('upload.error.type') }),
        ...(values.files.length > 0 ? {} : { file: t('upload.error.file') }),
        ...Object.fromEntries([...missing('metas'), ...missing('filters')]),
      }
    },
  })
}

/** What is sent with each file: only what was filled in. A title is for one; each of many is called as its file is. */
export function toUpload({ type, title, date, metas, filters, files }: UploadValues): EmployeeUpload {
  return {
    document_type_code: type ?? '',
    ...(title.trim() === '' || files.length > 1 ? {} : { title: title.trim() }),
    ...(date === null ? {} : { date }),
    metas: filled(metas),
    filters: filled(filters),
  }
}

const KNOWN = ['empty', 'extension_not_allowed', 'infected', 'invalid_date', 'required', 'wrong_value'] as const

/** Puts a refusal beside its fields, in the language of the person; false when it names none. */
export function showRefusal(form: UploadForm, error: unknown, t: Translate<typeof employeeDocumentWords>): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return false
  for (const { field, code, message } of error.fields) {
    const known = KNOWN.find((one) => one === code)
    form.setFieldError(field === 'document_type_code' ? 'type' : field, known ? t(`upload.error.${known}`) : message)
  }
  return true
}

function filled(values: AttributeValues): AttributeValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
