import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Kind, type NamedType, useDocumentTypes } from '#features/documents/folders/folders.api.ts'
import { folderWords } from '#features/documents/words.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { may } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { AttributeFields, type AttributeValues, errorsOf } from '#shared/documents/AttributeFields.tsx'
import { PerimeterOrganizationsField } from '#shared/organizations/OrganizationField.tsx'
import { EmployeeField } from '#shared/people/EmployeeField.tsx'
import { employeePath } from '#shared/people/employees.api.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { takePendingFiles } from './pending-files.ts'
import { UploadList } from './UploadList.tsx'
import { refusedFields, type UploadData, useUploads } from './uploads.ts'

/** Files one or many documents; the type and the employee may come with the address. */
export function UploadDocumentPage() {
  const t = useWords(folderWords)
  const session = useSession()
  const types = useDocumentTypes()
  const mayFile = (kind: Kind) => may(session, `${kind}_documents:write`)
  const writable = (types.data ?? []).filter(({ may_write }) => may_write)
  const hasNone = types.data !== undefined && writable.length === 0
  return (
    <>
      <PageHeader title={t('upload.title')} description={t('upload.text')} breadcrumbs={useBreadcrumbs()} />
      {types.isPending && <LoadingState />}
      {hasNone && (
        <EmptyState
          title={t('upload.noTypes')}
          text={t(mayFile('employee') || mayFile('company') ? 'upload.noTypesText' : 'upload.notAllowed')}
        />
      )}
      {writable.length > 0 && <UploadForm types={writable} />}
    </>
  )
}

/** Documents go to employees unless the address says otherwise. */
function useBreadcrumbs() {
  const t = useWords(folderWords)
  const { employee, kind } = useUrlFilters(['employee', 'kind']).values
  if (kind === 'company') return [{ label: t('company.title'), href: '/portal/manager/documents' }]
  const folder = employee && { label: t('upload.folder'), href: employeePath(employee) }
  return [{ label: t('employees.title'), href: '/portal/manager/employees' }, ...(folder ? [folder] : [])]
}

type Values = {
  external_unique_id: string
  organizations: string[]
  date: string | null
  metas: AttributeValues
  filters: AttributeValues
}

const EMPTY: Values = { external_unique_id: '', organizations: [], date: null, metas: {}, filters: {} }

type Address = ReturnType<typeof useAddress>
type Form = UseFormReturnType<Values>
type Uploads = ReturnType<typeof useUploads>
type Missing = ReturnType<typeof missingOf>

/** What the address says about the documents: their type, their employee, or that they are the company's. */
function useAddress() {
  return useUrlFilters(['type', 'employee', 'kind'])
}

function UploadForm({ types }: { types: NamedType[] }) {
  const address = useAddress()
  const { employee, kind } = address.values
  const [handed] = useState(takePendingFiles)
  const files = useUploads(handed)
  const form = useForm({ initialValues: EMPTY })
  const type = types.find(({ code }) => code === address.values.type)
  const isForEmployee = type ? type.kind === 'employee' : kind !== 'company'
  const folder = isForEmployee ? employee : undefined
  const [missing, setMissing] = useState<Missing>()

  const submit = (values: Values) => {
    const found = missingOf({ type, employee, values, count: files.uploads.length })
    setMissing(found)
    if (type && !found) void files.send(dataOf(type, employee, values, files.uploads.length))
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <FilesSection files={files} type={type} employee={folder} isMissing={missing === 'files'} />
      <FilingSection
        types={types}
        type={type}
        isForEmployee={isForEmployee}
        address={address}
        form={form}
        files={files}
        missing={missing}
      />
      <Stack mt="lg">
        <UploadButtons files={files} employee={folder} />
      </Stack>
    </form>
  )
}

type FilesSectionProps = {
  files: Uploads
  type: NamedType | undefined
  employee: string | undefined
  isMissing: boolean
}

function FilesSection({ files, type, employee, isMissing }: FilesSectionProps) {
  const t = useWords(folderWords)
  const endings = type?.allowed_extensions.map((end) => `.${end}`) ?? []
  return (
    <Section title={t('upload.files')}>
      <FilePicker
        label={t('upload.choose')}
        files={[]}
        onChange={files.add}
        multiple
        disabled={files.isSending}
        {...(endings.length > 0 ? { accept: endings } : {})}
        {...(isMissing ? { error: t('upload.filesNeeded') } : {})}
      />
      <UploadList files={files} employee={employee} />
    </Section>
  )
}

type FilingSectionProps = {
  types: NamedType[]
  type: NamedType | undefined
  isForEmployee: boolean
  address: Address
  form: Form
  files: Uploads
  missing: Missing
}

/** What the documents are and where they go; what the server refused is said beside the fields. */
function FilingSection({ types, type, isForEmployee, address, form, files, missing }: FilingSectionProps) {
  const t = useWords(folderWords)
  const refused = refusedFields(files.uploads)
  const errorOf = (field: string) => refused.find((one) => one.field === field)?.message
  return (
    <Section title={t('upload.filing')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label={t('documents.type')}
          placeholder={t('upload.typePlaceholder')}
          data={optionsOf(types, address.values.kind as Kind | undefined, t)}
          value={type?.code ?? null}
          onChange={(code) => {
            address.set({ type: code ?? undefined })
            form.setValues({ metas: {}, filters: {} })
          }}
          searchable
          required
          error={missing === 'type' ? t('upload.typeNeeded') : errorOf('document_type_code')}
        />
        <RecipientField
          isForEmployee={isForEmployee}
          address={address}
          form={form}
          missing={missing}
          errorOf={errorOf}
        />
        <DateField
          label={t('documents.date')}
          description={t('upload.dateHelp')}
          value={form.values.date}
          onChange={(date) => form.setFieldValue('date', date)}
          error={errorOf('date')}
        />
        {files.uploads.length <= 1 && (
          <TextInput
            label={t('document.externalId')}
            description={t('upload.externalHelp')}
            maxLength={255}
            {...form.getInputProps('external_unique_id')}
            error={errorOf('external_unique_id')}
          />
        )}
        <AttributeFields
          attributes={type?.metas ?? []}
          values={form.values.metas}
          onChange={(metas) => form.setFieldValue('metas', metas)}
          errors={errorsOf('metas', refused)}
        />
        <AttributeFields
          attributes={type?.filters ?? []}
          values={form.values.filters}
          onChange={(filters) => form.setFieldValue('filters', filters)}
          errors={errorsOf('filters', refused)}
        />
      </SimpleGrid>
    </Section>
  )
}

type RecipientFieldProps = Pick<FilingSectionProps, 'isForEmployee' | 'address' | 'form' | 'missing'> & {
  errorOf: (field: string) => string | undefined
}

/** The employee, or the organizations, whose folder the documents go to. */
function RecipientField({ isForEmployee, address, form, missing, errorOf }: RecipientFieldProps) {
  const t = useWords(folderWords)
  if (isForEmployee) {
    return (
      <EmployeeField
        value={address.values.employee ?? null}
        onChange={(id) => address.set({ employee: id ?? undefined })}
        error={missing === 'employee' ? t('upload.employeeNeeded') : errorOf('employee_technical_id')}
      />
    )
  }
  return (
    <PerimeterOrganizationsField
      label={t('documents.organizations')}
      permission="company_documents:write"
      required
      value={form.values.organizations}
      onChange={(codes) => form.setFieldValue('organizations', codes)}
      error={missing === 'organizations' ? t('upload.organizationsNeeded') : errorOf('organization_codes')}
    />
  )
}

function UploadButtons({ files, employee }: { files: Uploads; employee: string | undefined }) {
  const t = useWords(folderWords)
  const { uploads, isSending } = files
  const left = uploads.filter(({ state }) => state !== 'done').length
  const isDone = uploads.length > 0 && left === 0
  const back = employee ? `${employeePath(employee)}/documents` : '/portal/manager/documents'
  return (
    <Group justify="flex-end" gap="sm">
      {isDone && (
        <>
          <Button variant="default" onClick={files.clear}>
            {t('upload.again')}
          </Button>
          <Button component={AppLink} href={back}>
            {t(employee ? 'upload.toFolder' : 'upload.toCompany')}
          </Button>
        </>
      )}
      {!isDone && (
        <Button type="submit" loading={isSending}>
          {uploads.some(({ state }) => state === 'failed')
            ? t('upload.retryAll', { count: left })
            : t('upload.send', { count: left })}
        </Button>
      )}
    </Group>
  )
}

type Given = { type: NamedType | undefined; employee: string | undefined; values: Values; count: number }

function missingOf({ type, employee, values, count }: Given) {
  if (count === 0) return 'files'
  if (!type) return 'type'
  if (type.kind === 'employee') return employee ? undefined : 'employee'
  return values.organizations.length > 0 ? undefined : 'organizations'
}

function dataOf(type: NamedType, employee: string | undefined, values: Values, count: number): UploadData {
  return {
    document_type_code: type.code,
    ...(type.kind === 'employee' && employee ? { employee_technical_id: employee } : {}),
    ...(type.kind === 'company' ? { organization_codes: values.organizations } : {}),
    ...(values.date ? { date: values.date } : {}),
    ...(values.external_unique_id && count === 1 ? { external_unique_id: values.external_unique_id } : {}),
    document_type_metas: values.metas,
    document_type_filters: values.filters,
  }
}

type Words = Translate<typeof folderWords>

function optionsOf(types: NamedType[], only: Kind | undefined, t: Words) {
  return (['employee', 'company'] as const)
    .filter((kind) => only === undefined || kind === only)
    .map((kind) => ({
      group: t(`upload.kinds.${kind}`),
      items: types.filter((type) => type.kind === kind).map(({ code, label }) => ({ value: code, label })),
    }))
    .filter(({ items }) => items.length > 0)
}
