import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldWords } from '#features/signatures/drafts/use-draft.ts'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { ApiError, type FieldError } from '#kernel/api/api-error.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import type { AttributeValues } from '#shared/documents/AttributeFields.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { type Translate, useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { FilingFields, type FilingValues } from './FilingFields.tsx'
import { archiveProcess, optionsQuery, type Process, signatureKeys } from './processes.api.ts'

type ArchiveDialogProps = { process: Process; onClose: () => void }

/** Asks in whose folder and as what the signed document is filed, and files it. */
export function ArchiveDialog({ process, onClose }: ArchiveDialogProps) {
  const t = useWords(signatureProcessWords)
  const ui = useWords(uiWords)
  const describe = useFieldWords()
  const options = useQuery(optionsQuery).data
  const [values, setValues] = useState<FilingValues>(() => filingOf(process))
  const [missing, setMissing] = useState<Wrong[]>([])
  const file = useFiling(process, onClose)
  const refused = file.error instanceof ApiError ? file.error.fields : []
  const submit = () => {
    const lacking = lacksOf(values, t)
    setMissing(lacking)
    if (lacking.length === 0) file.mutate(values)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('archive.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('archive.text')}
        </Text>
        {options ? (
          <FilingFields
            types={options.document_types}
            values={values}
            onChange={(changes) => setValues({ ...values, ...changes })}
            errors={missing.length > 0 ? missing : refused.map((one) => ({ ...one, message: describe(one) }))}
            required
          />
        ) : (
          <LoadingState lines={3} />
        )}
        <FormActions onCancel={onClose}>
          <Button loading={file.isPending} onClick={submit}>
            {t('archive.submit')}
          </Button>
        </FormActions>
      </Stack>
    </Modal>
  )
}

function filingOf(process: Process): FilingValues {
  const { employee_technical_id: id, employee_name } = process
  return {
    employee: id ? { technical_id: id, name: employee_name ?? id } : null,
    document_type_code: process.document_type_code,
    metas: process.document_type_metas as AttributeValues,
    filters: process.document_type_filters as AttributeValues,
  }
}

type Wrong = Pick<FieldError, 'field' | 'message'>

function lacksOf(values: FilingValues, t: Translate<typeof signatureProcessWords>): Wrong[] {
  return [
    ...(values.employee ? [] : [{ field: 'employee_technical_id', message: t('archive.employeeMissing') }]),
    ...(values.document_type_code ? [] : [{ field: 'document_type_code', message: t('archive.typeMissing') }]),
  ]
}

function useFiling({ id }: Process, onDone: () => void) {
  const t = useWords(signatureProcessWords)
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ employee, document_type_code, metas, filters }: FilingValues) =>
      archiveProcess(id, {
        employee_technical_id: employee?.technical_id ?? null,
        document_type_code,
        document_type_metas: metas,
        document_type_filters: filters,
      }),
    onSuccess: (changed) => {
      client.setQueryData(signatureKeys.one(id), changed)
      void client.invalidateQueries({ queryKey: signatureKeys.all })
      notify.success(t('archive.done'))
      onDone()
    },
    onError: (error) => {
      const isBesideFields = error instanceof ApiError && error.fields.length > 0
      if (!isBesideFields) notify.failure(error, { invalid_state: t('actions.wrongState') })
    },
  })
}
