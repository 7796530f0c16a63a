import { MultiSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '#features/requests/requests.module.css'
import { formWords } from '#features/requests/words.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { LocalizedNameFields } from '#shared/localized-names/LocalizedNameFields.tsx'
import { colleaguesQuery } from '#shared/people/managers.api.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import type { BuilderErrors } from './builder-errors.ts'
import { type BuiltForm, codeFrom, namesOf, textsOf } from './form-model.ts'
import { rolesQuery } from './forms.api.ts'

type FormSettingsProps = {
  form: BuiltForm
  errors: BuilderErrors
  onChange: (changes: Partial<BuiltForm>) => void
  disabled: boolean
}

/** What a form is called, who sees it, and who takes care of what is made from it. */
export function FormSettings({ form, errors, onChange, disabled }: FormSettingsProps) {
  const t = useWords(formWords)
  const { client } = useSession()
  return (
    <div className={classes.narrow}>
      <Section title={t('settings.general')}>
        <Stack>
          <TextInput
            label={t('settings.name')}
            required
            maxLength={255}
            value={form.title}
            error={errors.title}
            disabled={disabled}
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
          <LocalizedNameFields
            label={t('settings.translations')}
            languages={client.languages}
            value={textsOf(form.localized_titles)}
            onChange={(texts) => onChange({ localized_titles: namesOf(texts) })}
          />
          <CategoryFields form={form} errors={errors} onChange={onChange} disabled={disabled} />
        </Stack>
      </Section>
      <Section title={t('settings.showing')}>
        <Stack>
          <Switch
            label={t('settings.visible')}
            checked={form.visible_by_employee ?? false}
            disabled={disabled}
            onChange={(event) => onChange({ visible_by_employee: event.currentTarget.checked })}
          />
          <Switch
            label={t('settings.featured')}
            checked={form.featured ?? false}
            disabled={disabled}
            onChange={(event) => onChange({ featured: event.currentTarget.checked })}
          />
        </Stack>
      </Section>
      <Section title={t('settings.handling')}>
        <Stack>
          <AssignField form={form} errors={errors} onChange={onChange} disabled={disabled} />
          <NumberInput
            label={t('settings.due')}
            description={t('settings.dueHint')}
            min={0}
            max={3650}
            allowDecimal={false}
            maw="12rem"
            value={form.due_in_days ?? ''}
            error={errors.due_in_days}
            disabled={disabled}
            onChange={(value) => onChange({ due_in_days: value === '' ? null : Number(value) })}
          />
        </Stack>
      </Section>
    </div>
  )
}

function CategoryFields({ form: { category }, errors, onChange, disabled }: FormSettingsProps) {
  const t = useWords(formWords)
  const { client } = useSession()
  const change = (changes: Partial<NonNullable<BuiltForm['category']>>) => {
    const next = { slug: '', name: '', ...category, ...changes }
    const slug = category?.slug && changes.name === undefined ? category.slug : codeFrom(next.name)
    onChange({ category: next.name === '' ? null : { ...next, slug } })
  }
  return (
    <>
      <TextInput
        label={t('settings.categoryName')}
        description={t('settings.categoryHint')}
        maxLength={255}
        value={category?.name ?? ''}
        error={errors['category.name']}
        disabled={disabled}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {category && (
        <Textarea
          label={t('settings.categoryText')}
          autosize
          maxLength={2000}
          value={category.description ?? ''}
          disabled={disabled}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      )}
      {category && (
        <>
          <LocalizedNameFields
            label={t('settings.categoryTranslations')}
            languages={client.languages}
            value={textsOf(category.localized_names)}
            onChange={(texts) => change({ localized_names: namesOf(texts) })}
          />
          <LocalizedNameFields
            label={t('settings.categoryTextTranslations')}
            languages={client.languages}
            value={textsOf(category.localized_descriptions)}
            onChange={(texts) => change({ localized_descriptions: namesOf(texts) })}
          />
        </>
      )}
    </>
  )
}

function AssignField({ form, errors, onChange, disabled }: FormSettingsProps) {
  const t = useWords(formWords)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data: managers = [] } = useQuery(colleaguesQuery(q))
  const { data: roles = [] } = useQuery(rolesQuery)
  const assigned = form.assign_to ?? []
  const known = new Map([
    ...assigned.map((one) => [one, one] as const),
    ...roles.map(({ code, name }) => [`role:${code}`, t('settings.role', { name })] as const),
    ...managers.map((one) => [one.technical_id, fullName(one)] as const),
  ])
  const mistake = Object.entries(errors).find(([field]) => field.startsWith('assign_to'))?.[1]
  const matches = (label: string) => label.toLowerCase().includes(q.toLowerCase())
  return (
    <MultiSelect
      label={t('settings.assign')}
      description={t('settings.assignHint')}
      data={[...known].map(([value, label]) => ({ value, label }))}
      filter={({ options }) =>
        options.filter((one) => !('value' in one) || !one.value.startsWith('role:') || matches(one.label))
      }
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      hidePickedOptions
      maxValues={50}
      value={assigned}
      error={mistake}
      disabled={disabled}
      onChange={(assign_to) => onChange({ assign_to })}
    />
  )
}
