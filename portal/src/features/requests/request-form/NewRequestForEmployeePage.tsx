import { SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { managerFormQuery, managerFormsQuery, useCreateForEmployee } from '#features/requests/manager-requests.api.ts'
import classes from '#features/requests/requests.module.css'
import { managerRequestWords, requestWords } from '#features/requests/words.ts'
import { EmployeeField } from '#shared/people/EmployeeField.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import type { FieldErrors } from './form-values.ts'
import { RequestForm } from './RequestForm.tsx'
import { managerValues, ValueSourceContext } from './value-source.ts'

const LIST = '/portal/manager/requests'
const ORIGINS = ['PHONE', 'EMAIL', 'PORTAL'] as const
type About = { origin: (typeof ORIGINS)[number]; priority: string; isVisible: boolean }

/** A manager enters what an employee said on the phone or wrote. Whom and which form are in the address. */
export function NewRequestForEmployeePage() {
  const t = useWords(managerRequestWords)
  const address = useUrlFilters(['employee', 'form'])
  const { employee, form: slug } = address.values
  const forms = useQuery(managerFormsQuery)
  const options = forms.data?.map(({ slug: value, title, visible_by_employee }) => ({
    value,
    label: visible_by_employee ? title : `${title} (${t('onBehalf.hidden')})`,
  }))
  return (
    <>
      <PageHeader
        title={t('onBehalf.title')}
        description={t('onBehalf.text')}
        breadcrumbs={[{ label: t('list.title'), href: LIST }]}
      />
      {forms.error ? <ErrorState error={forms.error} onRetry={() => void forms.refetch()} /> : null}
      <div className={classes.narrow}>
        <Select
          label={t('onBehalf.form')}
          required
          searchable
          data={options ?? []}
          value={slug ?? null}
          onChange={(value) => address.set({ form: value ?? undefined })}
          mb="lg"
        />
      </div>
      {slug === undefined ? (
        <EmptyState title={t('onBehalf.chooseForm')} />
      ) : (
        <Filling
          key={slug}
          slug={slug}
          employee={employee}
          onEmployee={(technicalId) => address.set({ employee: technicalId })}
        />
      )}
    </>
  )
}

type FillingProps = { slug: string; employee: string | undefined; onEmployee: (id: string | undefined) => void }

function Filling({ slug, employee, onEmployee }: FillingProps) {
  const t = useWords(managerRequestWords)
  const router = useRouter()
  const notify = useNotify()
  const { data: form, error, refetch } = useQuery(managerFormQuery(slug))
  const [about, setAbout] = useState<About>({ origin: 'PHONE', priority: 'NORMAL', isVisible: true })
  const create = useCreateForEmployee()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!form) return <LoadingState />
  const given = {
    employee_technical_id: employee ?? '',
    origin: about.origin,
    priority: about.priority,
    visible_to_employee: String(about.isVisible),
  }
  return (
    <ValueSourceContext value={managerValues}>
      <RequestForm
        form={form}
        draftKey={slug}
        sendLabel={t('onBehalf.send')}
        cancelHref={LIST}
        check={() => (employee ? {} : { employee_technical_id: t('onBehalf.requiredEmployee') })}
        before={(errors) => (
          <AboutFields about={about} onChange={setAbout} employee={employee} onEmployee={onEmployee} errors={errors} />
        )}
        onSend={(values, onProgress) => create.mutateAsync({ form, values, about: given, onProgress })}
        onSent={(id) => {
          notify.success(t('onBehalf.made'))
          router.history.replace(`${LIST}/${id}`)
        }}
      />
    </ValueSourceContext>
  )
}

type AboutFieldsProps = Omit<FillingProps, 'slug'> & {
  about: About
  onChange: (about: About) => void
  errors: FieldErrors
}

function AboutFields({ about, onChange, employee, onEmployee, errors }: AboutFieldsProps) {
  const t = useWords(managerRequestWords)
  const shared = useWords(requestWords)
  const priorities = (['LOW', 'NORMAL', 'URGENT'] as const).map((value) => ({
    value,
    label: shared(`priority.${value}`),
  }))
  return (
    <div className={classes.hint}>
      <Section title={t('onBehalf.about')}>
        <Stack>
          <EmployeeField
            value={employee ?? null}
            onChange={(technicalId) => onEmployee(technicalId ?? undefined)}
            error={errors.employee_technical_id}
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('onBehalf.origin')}
            </Text>
            <SegmentedControl
              aria-label={t('onBehalf.origin')}
              data={ORIGINS.map((value) => ({ value, label: t(`one.origins.${value}`) }))}
              value={about.origin}
              onChange={(value) => onChange({ ...about, origin: value as About['origin'] })}
            />
          </div>
          <Select
            label={t('onBehalf.priority')}
            data={priorities}
            value={about.priority}
            allowDeselect={false}
            onChange={(value) => onChange({ ...about, priority: value ?? 'NORMAL' })}
          />
          <Switch
            label={t('onBehalf.visible')}
            description={t(about.isVisible ? 'onBehalf.visibleHint' : 'one.assignedOnly')}
            checked={about.isVisible}
            onChange={({ currentTarget: { checked } }) => onChange({ ...about, isVisible: checked })}
          />
        </Stack>
      </Section>
    </div>
  )
}
