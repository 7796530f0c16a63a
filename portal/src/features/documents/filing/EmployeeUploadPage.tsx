import { Button, Select, TextInput } from '@mantine/core'
import { IconCircleCheck, IconMessageCircle2, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type EmployeeDocument,
  type EmployeeDocumentType,
  employeeTypesQuery,
  findIdentical,
  uploadEmployeeDocument,
} from '#features/documents/reading/employee-documents.api.ts'
import classes from '#features/documents/reading/reading.module.css'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { AttributeFields } from '#shared/documents/AttributeFields.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { showRefusal, toUpload, type UploadForm, useUploadForm } from './employee-upload-form.ts'
import { IdenticalFile } from './IdenticalFile.tsx'

const FOLDER = '/portal/documents'

/** Sends a document to the own folder. */
export function EmployeeUploadPage() {
  const t = useWords(employeeDocumentWords)
  const { type } = useUrlFilters(['type']).values
  const query = useQuery(employeeTypesQuery)
  if (query.isPending) return <LoadingPage />
  const types = (query.data ?? []).filter((one) => one.upload_by_employee)
  return (
    <>
      <PageHeader
        title={t('upload.title')}
        description={t('upload.text')}
        breadcrumbs={[{ label: t('folder.title'), href: FOLDER }]}
      />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && types.length === 0 && <NothingToSend />}
      {types.length > 0 && <UploadSection types={types} type={type} />}
    </>
  )
}

function NothingToSend() {
  const t = useWords(employeeDocumentWords)
  return (
    <EmptyState
      icon={IconMessageCircle2}
      title={t('upload.emptyTitle')}
      text={t('upload.emptyText')}
      action={
        <Button component={AppLink} href="/portal/requests/new">
          {t('upload.request')}
        </Button>
      }
    />
  )
}

function UploadSection({ types, type }: { types: EmployeeDocumentType[]; type: string | undefined }) {
  const t = useWords(employeeDocumentWords)
  const form = useUploadForm(types, type)
  const { send, progress, isSending, isDone, again } = useSending(types, form)
  const chosen = types.find((one) => one.code === form.values.type)
  if (isDone) return <Sent onAgain={again} />
  return (
    <Section>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(send)}>
        <Select
          label={t('upload.type')}
          placeholder={t('upload.typePlaceholder')}
          withAsterisk
          data={types.map((one) => ({ value: one.code, label: one.name }))}
          allowDeselect={false}
          {...form.getInputProps('type')}
        />
        <FilesField form={form} type={chosen} progress={progress} disabled={isSending} />
        {form.values.files.length <= 1 && (
          <TextInput
            label={t('upload.name')}
            description={t('upload.nameHint')}
            maxLength={255}
            {...form.getInputProps('title')}
          />
        )}
        <DateField
          label={t('upload.date')}
          description={t('upload.dateHint')}
          {...(form.getInputProps('date') as { value: string | null; onChange: (value: string | null) => void })}
        />
        {(['metas', 'filters'] as const).map((which) => (
          <AttributeFields
            key={which}
            attributes={chosen?.[which] ?? []}
            values={form.values[which]}
            errors={errorsBelow(form, which)}
            onChange={(values, code) => {
              form.clearFieldError(`${which}.${code}`)
              form.setFieldValue(which, values)
            }}
          />
        ))}
        <FormActions cancelHref={FOLDER}>
          <Button type="submit" loading={isSending} leftSection={<IconUpload size={16} aria-hidden />}>
            {t('upload.send', { count: Math.max(1, form.values.files.length) })}
          </Button>
        </FormActions>
      </form>
    </Section>
  )
}

type FilesFieldProps = {
  form: UploadForm
  type: EmployeeDocumentType | undefined
  progress: number[]
  disabled: boolean
}

/** The files, and which of them are in the folder already. */
function FilesField({ form, type, progress, disabled }: FilesFieldProps) {
  const t = useWords(employeeDocumentWords)
  const { files } = form.values
  const choose = (chosen: File[]) => {
    form.clearFieldError('file')
    form.setFieldValue('files', chosen)
  }
  return (
    <>
      <FilePicker
        label={t('upload.file')}
        {...acceptedBy(type, (endings) => t('upload.endings', { endings }))}
        multiple
        files={files}
        onChange={choose}
        progress={progress}
        {...(form.errors.file ? { error: String(form.errors.file) } : {})}
        disabled={disabled}
      />
      {files.map((file) => (
        <IdenticalFile
          key={`${file.name}-${file.lastModified}-${file.size}`}
          file={file}
          place="my-documents"
          find={findIdentical}
          onLeaveOut={() => choose(files.filter((other) => other !== file))}
        />
      ))}
    </>
  )
}

/** Sends the files one after the other. One that is refused stays in the form with those behind it. */
function useSending(types: EmployeeDocumentType[], form: UploadForm) {
  const t = useWords(employeeDocumentWords)
  const notify = useNotify()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number[]>([])
  const [isDone, setDone] = useState(false)
  const sending = useMutation({
    async mutationFn(values: UploadForm['values']) {
      const sent: EmployeeDocument[] = []
      for (const file of values.files) {
        const tell = (fraction: number) => setProgress([...sent.map(() => 1), fraction])
        try {
          sent.push(await uploadEmployeeDocument(toUpload(values), file, tell))
        } catch (error) {
          form.setFieldValue('files', values.files.slice(sent.length))
          if (sent.length > 0) notify.success(t('upload.doneMany', { count: sent.length }))
          throw error
        }
      }
      return sent
    },
    onSuccess(sent) {
      const [document] = sent
      const isVisible = types.find((one) => one.code === document?.document_type_code)?.visible_by_employee
      if (!document || !isVisible) return setDone(true)
      notify.success(t('upload.doneMany', { count: sent.length }))
      router.history.push(sent.length === 1 ? `${FOLDER}/${document.id}` : FOLDER)
    },
    onError(error) {
      if (!showRefusal(form, error, t)) notify.failure(error)
    },
    async onSettled() {
      setProgress([])
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['employee-documents'] }),
        queryClient.invalidateQueries({ queryKey: ['vault'] }),
      ])
    },
  })
  const again = () => {
    form.reset()
    setDone(false)
  }
  return {
    send: (values: UploadForm['values']) => sending.mutate(values),
    isSending: sending.isPending,
    progress,
    isDone,
    again,
  }
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const t = useWords(employeeDocumentWords)
  return (
    <EmptyState
      icon={IconCircleCheck}
      title={t('upload.doneTitle')}
      text={t('upload.doneHidden')}
      action={
        <Button variant="default" onClick={onAgain}>
          {t('upload.again')}
        </Button>
      }
    />
  )
}

function acceptedBy(type: EmployeeDocumentType | undefined, describe: (endings: string) => string) {
  const endings = (type?.allowed_extensions ?? []).map((one) => `.${one}`)
  return endings.length === 0 ? {} : { accept: endings, description: describe(endings.join(', ')) }
}

function errorsBelow(form: UploadForm, which: 'metas' | 'filters'): Record<string, string | undefined> {
  const own = Object.entries(form.errors).filter(([field]) => field.startsWith(`${which}.`))
  return Object.fromEntries(
    own.map(([field, error]) => [field.slice(which.length + 1), error ? String(error) : undefined]),
  )
}
