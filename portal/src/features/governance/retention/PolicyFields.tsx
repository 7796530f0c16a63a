import { Checkbox, Input, MultiSelect, NumberInput, Radio, SegmentedControl, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useNamedTypes } from '#features/governance/holds/use-named-types.ts'
import { retentionWords } from '#features/governance/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { OrganizationsField } from '#shared/organizations/OrganizationField.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { useWords } from '#ui/language/words.ts'
import { CustomFieldsFields } from './CustomFieldsFields.tsx'
import type { Form } from './form.ts'
import { actionsOf, forType, isDocument, RESOURCE_TYPES, triggersOf } from './policy-form.ts'
import { documentTypesQuery, fieldsQuery, formsQuery, type ResourceType, type Trigger } from './retention.api.ts'
import classes from './retention.module.css'

/** What a policy is about. */
export function AboutFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const t = useWords(retentionWords)
  const session = useSession()
  const { resource_type, organization_codes } = form.values
  return (
    <Stack>
      <Select
        label={t('form.kind')}
        description={isNew ? undefined : t('form.kindFixed')}
        data={RESOURCE_TYPES.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={resource_type}
        onChange={(type) => type && form.setValues(forType(form.values, type as ResourceType))}
        allowDeselect={false}
        disabled={!isNew}
        error={form.errors.resource_type}
      />
      {isDocument(resource_type) && <TypesField form={form} />}
      {resource_type === 'request' && mayAdmin(session, 'forms:read') && <FormsField form={form} />}
      {mayAdmin(session, 'organizations:read') && (
        <OrganizationsField
          label={t('form.organizations')}
          placeholder={organization_codes.length === 0 ? t('form.allOrganizations') : ''}
          value={organization_codes}
          onChange={(codes) => form.setFieldValue('organization_codes', codes)}
          error={form.errors.organization_codes}
        />
      )}
      {organization_codes.length > 0 && (
        <Checkbox label={t('form.below')} {...form.getInputProps('include_below', { type: 'checkbox' })} />
      )}
      {resource_type !== 'company_document' && <CustomFieldsFields form={form} />}
    </Stack>
  )
}

function TypesField({ form }: { form: Form }) {
  const t = useWords(retentionWords)
  const { data = [] } = useQuery(documentTypesQuery)
  const names = new Map(useNamedTypes().map(({ code, label }) => [code, label]))
  const kind = form.values.resource_type === 'company_document' ? 'company' : 'employee'
  const chosen = form.values.document_type_codes
  const options = data
    .filter((one) => one.kind === kind)
    .map(({ code, name }) => ({ value: code, label: names.get(code) ?? name }))
  const known = new Set(options.map(({ value }) => value))
  return (
    <MultiSelect
      label={t('form.documentTypes')}
      placeholder={chosen.length === 0 ? t('form.allTypes') : ''}
      data={[...options, ...chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))]}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('form.nothingFound')}
      {...form.getInputProps('document_type_codes')}
    />
  )
}

function FormsField({ form }: { form: Form }) {
  const t = useWords(retentionWords)
  const { data = [] } = useQuery(formsQuery)
  return (
    <MultiSelect
      label={t('form.forms')}
      placeholder={form.values.form_codes.length === 0 ? t('form.allForms') : ''}
      data={data.map(({ code, title }) => ({ value: code, label: title }))}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('form.nothingFound')}
      {...form.getInputProps('form_codes')}
    />
  )
}

/** How long something is kept, and from when on. */
export function WhenFields({ form }: { form: Form }) {
  const t = useWords(retentionWords)
  const lengthId = useId()
  const { resource_type, event } = form.values
  const lengths = [
    ['years', 200],
    ['months', 1200],
    ['days', 36_500],
  ] as const
  return (
    <Stack>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be indented */}
      <div role="group" aria-labelledby={lengthId}>
        <Input.Label component="div" id={lengthId} mb={4}>
          {t('form.length')}
        </Input.Label>
        <div className={classes.length}>
          {lengths.map(([unit, max]) => (
            <NumberInput
              key={unit}
              label={t(`form.${unit}`)}
              min={0}
              max={max}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps(unit)}
            />
          ))}
        </div>
      </div>
      <Select
        label={t('form.event')}
        data={triggersOf(resource_type).map((value) => ({ value, label: t(`events.${value}`) }))}
        allowDeselect={false}
        value={event}
        onChange={(chosen) => {
          form.setFieldValue('event', (chosen ?? 'created') as Trigger)
          form.setFieldValue('code', null)
          form.clearFieldError('code')
        }}
        error={form.errors.event}
      />
      {event === 'document_meta' && <MetaField form={form} />}
      {event === 'employee_custom_field' && <CustomFieldField form={form} />}
      {event === 'fixed_date' && (
        <DateField
          label={t('form.date')}
          required
          value={form.values.date}
          onChange={(date) => form.setFieldValue('date', date)}
          error={form.errors.date}
        />
      )}
    </Stack>
  )
}

/** The dates that all chosen types have. */
function MetaField({ form }: { form: Form }) {
  const t = useWords(retentionWords)
  const { data = [] } = useQuery(documentTypesQuery)
  const chosen = data.filter(({ code }) => form.values.document_type_codes.includes(code))
  const dates = (chosen[0]?.metas ?? []).filter(
    (meta) =>
      meta.type === 'date' &&
      chosen.every(({ metas }) => metas.some((one) => one.code === meta.code && one.type === 'date')),
  )
  return (
    <Select
      label={t('form.meta')}
      description={t('form.metaHint')}
      data={dates.map(({ code, name }) => ({ value: code, label: name ?? code }))}
      required
      {...form.getInputProps('code')}
    />
  )
}

function CustomFieldField({ form }: { form: Form }) {
  const t = useWords(retentionWords)
  const enabled = mayAdmin(useSession(), 'custom_fields:read')
  const { data = [] } = useQuery({ ...fieldsQuery, enabled })
  return (
    <Select
      label={t('form.field')}
      data={data.filter(({ type }) => type === 'date').map(({ code, name }) => ({ value: code, label: name }))}
      required
      {...form.getInputProps('code')}
    />
  )
}

/** What follows when the time is over, and who says so. */
export function AfterFields({ form }: { form: Form }) {
  const approvalId = useId()
  const t = useWords(retentionWords)
  return (
    <Stack>
      <Radio.Group label={t('form.action')} {...form.getInputProps('action')}>
        <Stack gap="xs" mt="xs">
          {actionsOf(form.values.resource_type).map((action) => (
            <Radio
              key={action}
              value={action}
              label={t(`actions.${action}`)}
              description={t(`actionHints.${action}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <Input.Label component="div" mb={4} id={approvalId}>
          {t('form.approval')}
        </Input.Label>
        <SegmentedControl
          aria-labelledby={approvalId}
          data={(['0', '1', '2'] as const).map((value) => ({ value, label: t(`form.approvals.${value}`) }))}
          value={String(form.values.needs_approval)}
          onChange={(value) => form.setFieldValue('needs_approval', Number(value))}
          orientation="horizontal"
        />
      </div>
      <Checkbox
        label={t('form.protects')}
        description={t('form.protectsHint')}
        {...form.getInputProps('protects', { type: 'checkbox' })}
      />
    </Stack>
  )
}
