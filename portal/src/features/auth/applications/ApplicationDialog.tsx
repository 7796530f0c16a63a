import { Button, Modal, TextInput } from '@mantine/core'
import { applicationWords } from '#features/auth/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { foldText } from '#ui/text/fold-text.ts'
import { uiWords } from '#ui/words.ts'
import classes from './Applications.module.css'
import {
  type Application,
  type ApplicationInput,
  useChangeApplication,
  useCreateApplication,
} from './applications.api.ts'
import { PermissionPicker } from './PermissionPicker.tsx'

type ApplicationDialogProps = {
  /** The one to change; a new one when there is none. */
  application: Application | undefined
  onClose: () => void
  onIssued: (issued: { id: string; secret: string }) => void
}

/** Issues an application, or changes what one may do. */
export function ApplicationDialog({ application, onClose, onIssued }: ApplicationDialogProps) {
  const t = useWords(applicationWords)
  const ui = useWords(uiWords)
  const { form, save, isSaving } = useApplicationForm({ application, onClose, onIssued })
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={application ? t('form.editTitle', { name: application.name }) : t('form.title')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit(save)}>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          withAsterisk
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
          onBlur={() => {
            if (!application && form.values.id === '') form.setFieldValue('id', slugOf(form.values.name))
          }}
        />
        {!application && (
          <TextInput
            label={t('form.id')}
            description={t('form.idHint')}
            withAsterisk
            maxLength={100}
            {...form.getInputProps('id')}
          />
        )}
        <PermissionPicker
          value={form.values.permissions}
          onChange={(permissions) => {
            form.clearFieldError('permissions')
            form.setFieldValue('permissions', permissions)
          }}
          error={form.errors.permissions ? String(form.errors.permissions) : undefined}
        />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={isSaving}>
            {t(application ? 'save' : 'form.issue')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

function useApplicationForm({ application, onClose, onIssued }: ApplicationDialogProps) {
  const t = useWords(applicationWords)
  const notify = useNotify()
  const create = useCreateApplication()
  const change = useChangeApplication()
  const form = useForm<ApplicationInput>({
    initialValues: {
      id: application?.id ?? '',
      name: application?.name ?? '',
      permissions: application?.permissions ?? [],
    },
    validate: {
      id: (value) => (value.trim() === '' ? t('form.required') : null),
      name: (value) => (value.trim() === '' ? t('form.required') : null),
      permissions: (value) => (value.length === 0 ? t('form.needsOne') : null),
    },
  })
  const onError = (error: unknown) => {
    const isTaken = error instanceof ApiError && error.fields.some(({ code }) => code === 'taken')
    if (isTaken) form.setFieldError('id', t('form.taken'))
    else notify.failure(error, { beyond_own_permissions: t('form.beyond') })
  }
  const save = (values: ApplicationInput) => {
    if (!application) return create.mutate(values, { onSuccess: onIssued, onError })
    const onSuccess = () => {
      notify.success(t('saved'))
      onClose()
    }
    change.mutate(values, { onSuccess, onError })
  }
  return { form, save, isSaving: create.isPending || change.isPending }
}

function slugOf(name: string): string {
  return foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
