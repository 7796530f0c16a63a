import { singleSignOnWords } from '#features/auth/words.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { type Provider, type ProviderInput, useSaveProvider } from './providers.api.ts'

const EMPTY = {
  code: '',
  name: '',
  entity_id: '',
  sso_url: '',
  certificates: [''],
  match_by: 'email',
  attribute: '',
  is_active: true,
}
type Values = typeof EMPTY

export type ProviderFormApi = ReturnType<typeof useProviderForm>['form']

/** The fields of an identity provider, what is wrong with them, and saving it; a new one gets a page of its own. */
export function useProviderForm(provider: Provider | undefined, taken: string[]) {
  const t = useWords(singleSignOnWords)
  const notify = useNotify()
  const leave = useLeave()
  const save = useSaveProvider()
  const form = useForm<Values>({
    initialValues: provider ? { ...EMPTY, ...provider, attribute: provider.attribute ?? '' } : EMPTY,
    validate: {
      code: (code) => codeMistake(code, provider ? [] : taken, t),
      name: (name) => (name.trim() === '' ? t('providers.required') : null),
      entity_id: (id) => (id.trim() === '' ? t('providers.required') : null),
      sso_url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : t('providers.noAddress')),
    },
  })
  useUnsavedChanges(() => form.isDirty(), { params: ['code', 'new'] })
  const send = form.onSubmit((values) => {
    const input = inputOf(values)
    if (input.certificates.length === 0) return form.setFieldError('certificates.0', t('providers.required'))
    save.mutate(input, {
      onSuccess: (saved) => {
        notify.success(t('providers.saved', { name: saved.name }))
        const search = new URLSearchParams({ code: saved.code })
        if (!provider) leave(`/portal/admin/identity-providers?${search}`, { replace: true })
      },
      onError: (error) => {
        if (!applyApiErrors(form, error)) notify.failure(error)
      },
    })
  })
  return { form, send, isSaving: save.isPending }
}

function inputOf(values: Values): ProviderInput & { code: string } {
  const { code, name, entity_id, sso_url, certificates, match_by, attribute, is_active } = values
  return {
    code,
    name: name.trim(),
    entity_id: entity_id.trim(),
    sso_url: sso_url.trim(),
    certificates: certificates.map((one) => one.trim()).filter((one) => one !== ''),
    match_by: match_by as Provider['match_by'],
    attribute: attribute.trim() || null,
    is_active,
  }
}

function codeMistake(code: string, taken: string[], t: Translate<typeof singleSignOnWords>): string | null {
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(code)) return t('providers.noCode')
  return taken.includes(code) ? t('providers.taken') : null
}
