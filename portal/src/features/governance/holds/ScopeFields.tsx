import { Checkbox, MultiSelect, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { holdWords } from '#features/governance/words.ts'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { OrganizationsField } from '#shared/organizations/OrganizationField.tsx'
import { foundEmployeesQuery } from '#shared/people/employees.api.ts'
import { useTyped } from '#shared/people/PersonSearch.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { useWords } from '#ui/language/words.ts'
import type { HeldType } from './holds.api.ts'
import { foundDocumentsQuery } from './holds.api.ts'
import classes from './holds.module.css'
import { SearchedChoices } from './SearchedChoices.tsx'
import { type Choice, coversDocumentsOnly, HELD_TYPES, type ScopeValues } from './scope-form.ts'
import { useNamedTypes } from './use-named-types.ts'

type ScopeFieldsProps = {
  values: ScopeValues
  onChange: (changes: Partial<ScopeValues>) => void
  errorOf: (field: keyof ScopeValues) => ReactNode
}

/** What a hold covers: of whom, of which kind, where, from when to when. */
export function ScopeFields({ values, onChange, errorOf }: ScopeFieldsProps) {
  const t = useWords(holdWords)
  const session = useSession()
  const types = useNamedTypes()
  return (
    <Stack>
      {may(session, 'employees:read') && (
        <EmployeesField
          chosen={values.employees}
          onChange={(employees) => onChange({ employees })}
          error={errorOf('employees')}
        />
      )}
      {mayAdmin(session, 'organizations:read') && (
        <>
          <OrganizationsField
            label={t('form.organizations')}
            value={values.organization_codes}
            onChange={(organization_codes) => onChange({ organization_codes })}
            error={errorOf('organization_codes')}
          />
          {values.organization_codes.length > 0 && (
            <Checkbox
              label={t('form.below')}
              checked={values.include_below}
              onChange={({ currentTarget }) => onChange({ include_below: currentTarget.checked })}
            />
          )}
        </>
      )}
      {types.length > 0 && (
        <MultiSelect
          label={t('form.documentTypes')}
          data={types.map(({ code, label }) => ({ value: code, label }))}
          value={values.document_type_codes}
          onChange={(document_type_codes) => onChange({ document_type_codes })}
          error={errorOf('document_type_codes')}
          searchable
          hidePickedOptions
          nothingFoundMessage={t('form.nothingFound')}
        />
      )}
      <DocumentsField
        chosen={values.documents}
        onChange={(documents) => onChange({ documents })}
        error={errorOf('documents')}
      />
      <Days values={values} onChange={onChange} errorOf={errorOf} />
      <Kinds values={values} onChange={onChange} />
    </Stack>
  )
}

type ChosenProps = { chosen: Choice[]; onChange: (chosen: Choice[]) => void; error: ReactNode }

function EmployeesField(props: ChosenProps) {
  const t = useWords(holdWords)
  const { q, setTyped } = useTyped()
  const { data = [], isFetching } = useQuery(foundEmployeesQuery(q))
  return (
    <SearchedChoices
      {...props}
      label={t('form.employees')}
      description={t('form.employeesHint')}
      placeholder={props.chosen.length === 0 ? t('form.employeesPlaceholder') : ''}
      found={data.map((one) => ({ value: one.technical_id, label: `${fullName(one)} · ${one.technical_id}` }))}
      isSearching={isFetching}
      onType={setTyped}
    />
  )
}

function DocumentsField(props: ChosenProps) {
  const t = useWords(holdWords)
  const session = useSession()
  const { q, setTyped } = useTyped()
  const kinds = (['employee', 'company'] as const).filter((kind) => may(session, `${kind}_documents:read`))
  const { data = [], isFetching } = useQuery(foundDocumentsQuery(q, kinds))
  if (kinds.length === 0) return null
  const found = q === '' ? [] : data
  return (
    <SearchedChoices
      {...props}
      label={t('form.documents')}
      placeholder={props.chosen.length === 0 ? t('form.documentsPlaceholder') : ''}
      found={found.map(({ id, title, owner }) => ({ value: id, label: [title, owner].filter(Boolean).join(' · ') }))}
      isSearching={isFetching}
      onType={setTyped}
    />
  )
}

function Days({ values: { date_since, date_until }, onChange, errorOf }: ScopeFieldsProps) {
  const t = useWords(holdWords)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} className={classes.days ?? ''}>
      <DateField
        label={t('form.since')}
        description={t('form.daysHint')}
        value={date_since}
        onChange={(value) => onChange({ date_since: value })}
        error={errorOf('date_since')}
      />
      <DateField
        label={t('form.until')}
        description={t('form.untilHint')}
        value={date_until}
        onChange={(value) => onChange({ date_until: value })}
        error={errorOf('date_until')}
      />
    </SimpleGrid>
  )
}

function Kinds({ values, onChange }: Pick<ScopeFieldsProps, 'values' | 'onChange'>) {
  const t = useWords(holdWords)
  return (
    <Checkbox.Group
      label={t('form.kinds')}
      description={t(coversDocumentsOnly(values) ? 'form.kindsOfDocuments' : 'form.kindsOfAll')}
      value={values.resource_types}
      onChange={(chosen) => onChange({ resource_types: chosen as HeldType[] })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {HELD_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={t(`kinds.${type}`)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
