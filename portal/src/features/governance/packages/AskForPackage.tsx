import { Button, Checkbox, Modal, MultiSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { packageWords } from '#features/governance/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { EmployeeField } from '#shared/people/EmployeeField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { askForPackage, type PackageKind, packageKeys } from './packages.api.ts'
import { expiryIn, MAX_DAYS, PACKAGE_KINDS, USUAL_DAYS } from './state.ts'

type Values = { employee: string | null; days: number | string; notify: boolean; exclude: PackageKind[] }
type Form = UseFormReturnType<Values>

/** Has a package made: of an employee that is given, or chosen. */
export function AskForPackage({ employee, onClose }: { employee?: string; onClose: () => void }) {
  const t = useWords(packageWords)
  const ui = useWords(uiWords)
  const ask = useAsking(onClose)
  const form = useForm<Values>({
    initialValues: { employee: employee ?? null, days: USUAL_DAYS, notify: true, exclude: [] },
    validate: {
      employee: (id) => (id === null ? t('ask.missing') : null),
      days: (days) =>
        Number.isInteger(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS ? null : t('ask.daysInvalid'),
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('ask.title')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={form.onSubmit((values) => ask(form, values))} noValidate>
        <Stack>
          <Text size="sm">{t('ask.text')}</Text>
          {employee === undefined && (
            <EmployeeField
              value={form.values.employee}
              onChange={(id) => form.setFieldValue('employee', id)}
              error={form.errors.employee}
            />
          )}
          <NumberInput
            label={t('ask.days')}
            description={t('ask.daysHint')}
            min={1}
            max={MAX_DAYS}
            clampBehavior="none"
            allowDecimal={false}
            required
            {...form.getInputProps('days')}
          />
          <Checkbox label={t('ask.notify')} {...form.getInputProps('notify', { type: 'checkbox' })} />
          <MultiSelect
            label={t('ask.exclude')}
            description={t('ask.excludeHint')}
            data={PACKAGE_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
            hidePickedOptions
            {...form.getInputProps('exclude')}
          />
        </Stack>
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={form.submitting}>
            {t('ask.submit')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

function useAsking(onClose: () => void) {
  const t = useWords(packageWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  return async (form: Form, { employee, days, notify: notifies, exclude }: Values) => {
    const body = {
      employee_technical_id: employee ?? '',
      expires_at: expiryIn(Number(days), new Date()),
      notify: notifies,
      exclude,
    }
    const asked = await attempt(askForPackage(body), (error) => {
      const names = { employee_technical_id: 'employee', expires_at: 'days' }
      const isPlaced = error instanceof ApiError && applyApiErrors(form, error, names)
      if (!isPlaced) notify.failure(error, { package_open: t('ask.isOpen') })
    })
    if (!asked) return
    onClose()
    notify.success(t('ask.done'))
    await queryClient.invalidateQueries({ queryKey: packageKeys.all })
  }
}
