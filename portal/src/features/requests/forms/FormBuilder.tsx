import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '#features/requests/requests.module.css'
import { formWords } from '#features/requests/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { type BuilderErrors, builderErrorsOf } from './builder-errors.ts'
import { FieldsTab } from './FieldsTab.tsx'
import { FormSettings } from './FormSettings.tsx'
import { type BuiltForm, builtOf, inputOf, isSame } from './form-model.ts'
import { type Form, formQuery, useDeleteForm, useSaveForm } from './forms.api.ts'
import { PreviewTab } from './PreviewTab.tsx'

const LIST = '/portal/admin/forms'
/** The built-in form of every client. */
const DEFAULT_FORM = 'default'

/** Builds a form: its fields, its settings, and how it looks to people. Nothing changes for them until it is saved. */
export function FormBuilder({ stored }: { stored: Form }) {
  const t = useWords(formWords)
  const mayWrite = mayAdmin(useSession(), 'forms:write')
  const tab = useUrlFilters(['tab']).values.tab ?? 'fields'
  const { form, change, version, errors, isStale, isChanged, store, isSaving } = useFormBuilder(stored)
  useUnsavedChanges(() => isChanged)
  const count = Object.keys(errors).length
  return (
    <>
      <PageHeader
        title={form.title || stored.code}
        description={`${stored.code} · ${t('edit.version', { version })}`}
        badge={
          <StatusBadge tone={isChanged ? 'warning' : 'neutral'}>
            {t(isChanged ? 'edit.changed' : 'edit.unchanged')}
          </StatusBadge>
        }
        breadcrumbs={[{ label: t('list.title'), href: LIST }]}
        actions={
          mayWrite && (
            <>
              {stored.code !== DEFAULT_FORM && <DeleteButton code={stored.code} />}
              <Button onClick={() => void store()} loading={isSaving} disabled={!isChanged}>
                {t('edit.save')}
              </Button>
            </>
          )
        }
      />
      {isStale && (
        <Alert className={classes.hint} color="yellow" role="alert">
          {t('edit.stale')}{' '}
          <Button variant="default" size="compact-sm" onClick={() => window.location.reload()}>
            {t('edit.reload')}
          </Button>
        </Alert>
      )}
      {count > 0 && (
        <Alert className={classes.hint} color="red" role="alert" title={t('edit.mistakes', { count })}>
          {Object.values(errors).map((message) => (
            <Text key={message} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      <ParamTabs
        label={t('tabs.label')}
        name="tab"
        tabs={(['fields', 'settings', 'preview'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
      />
      {tab === 'settings' && <FormSettings form={form} errors={errors} onChange={change} disabled={!mayWrite} />}
      {tab === 'preview' && <PreviewTab code={stored.code} form={form} />}
      {tab !== 'settings' && tab !== 'preview' && (
        <FieldsTab
          form={form}
          errors={errors}
          onChange={change}
          disabled={!mayWrite}
          isDefault={stored.code === DEFAULT_FORM}
        />
      )}
    </>
  )
}

/** A form as it is being built, and saving it. */
function useFormBuilder(stored: Form) {
  const t = useWords(formWords)
  const notify = useNotify()
  const [base, setBase] = useState(() => builtOf(stored))
  const [form, setForm] = useState(base)
  const [version, setVersion] = useState(stored.version)
  const [errors, setErrors] = useState<BuilderErrors>({})
  const [isStale, setStale] = useState(false)
  const { refetch } = useQuery({ ...formQuery(stored.code), enabled: false })
  const save = useSaveForm()
  const isChanged = !isSame(form, base)

  const change = (changes: Partial<BuiltForm>) => {
    setForm((old) => ({ ...old, ...changes }))
    setErrors({})
  }
  const store = async () => {
    // A PUT overwrites the form, so a change by another manager is checked for first.
    const { data: current } = await refetch()
    if (current && current.version !== version) return setStale(true)
    save.mutate(
      { code: stored.code, input: inputOf(form) },
      {
        onSuccess: (saved) => {
          setBase(form)
          setVersion(saved.version)
          setErrors({})
          notify.success(t('edit.saved', { version: saved.version }))
        },
        onError: (error) => {
          if (error instanceof ApiError && error.fields.length > 0) setErrors(builderErrorsOf(error.fields, form, t))
          else notify.failure(error)
        },
      },
    )
  }
  return { form, change, version, errors, isStale, isChanged, store, isSaving: save.isPending }
}

function DeleteButton({ code }: { code: string }) {
  const t = useWords(formWords)
  const notify = useNotify()
  const leave = useLeave()
  const remove = useDeleteForm()
  return (
    <ConfirmButton
      question={{ title: `${t('edit.delete')}?`, text: t('edit.deleteText'), action: t('edit.delete') }}
      onConfirm={() =>
        remove.mutate(code, {
          onSuccess: () => {
            notify.success(t('edit.deleted'))
            leave(LIST)
          },
          onError: (error) => notify.failure(error),
        })
      }
    >
      {t('edit.delete')}
    </ConfirmButton>
  )
}
