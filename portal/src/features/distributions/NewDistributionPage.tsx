import { Alert, Button, Checkbox, NumberInput, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SpoolPicker } from '#features/distributions/spools/SpoolPicker.tsx'
import { useSpoolDrafts } from '#features/distributions/spools/spool-drafts.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { createProject, distributionKeys, type Options, optionsQuery, PAGES, pageOf } from './distributions.api.ts'
import { ADDRESS, type ProjectValues, toNewProject } from './project-values.ts'
import { distributionWords } from './words.ts'

/** Makes a project, and sends its first files. */
export function NewDistributionPage() {
  const t = useWords(distributionWords)
  const options = useQuery(optionsQuery)
  return (
    <>
      <PageHeader title={t('form.title')} breadcrumbs={[{ label: t('title'), href: PAGES }]} />
      {options.error && <ErrorState error={options.error} onRetry={() => void options.refetch()} />}
      {options.isPending && <LoadingState lines={8} />}
      {options.data && !options.data.may_create && <EmptyState title={t('form.none')} text={t('form.noneText')} />}
      {options.data?.may_create && <NewDistributionForm options={options.data} />}
    </>
  )
}

function NewDistributionForm({ options }: { options: Options }) {
  const t = useWords(distributionWords)
  const spools = useSpoolDrafts(options.types)
  const [isSaving, setSaving] = useState(false)
  const submit = useSubmit()
  const onlyGroup = options.needs_group && options.groups.length === 1 ? options.groups[0]?.code : undefined
  const form = useForm<ProjectValues>({
    initialValues: {
      name: '',
      group: onlyGroup ?? '',
      validation_option: '0',
      auto_validate: false,
      expected: '',
      delivery_paper_conf: 'no-paper',
      regroup: true,
      sendTo: 'employee',
      contact: '',
      address: Object.fromEntries(ADDRESS.map((one) => [one, ''])) as ProjectValues['address'],
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      group: (group) => (options.needs_group && group === '' ? t('form.groupMissing') : null),
    },
  })
  useUnsavedChanges(() => form.isDirty() || spools.drafts.length > 0)
  const save = form.onSubmit(async (values) => {
    if (!spools.check()) return
    setSaving(true)
    await submit(form, values, spools)
    setSaving(false)
  })
  const count = spools.drafts.length
  return (
    <form onSubmit={save} noValidate>
      <WhatSection form={form} options={options} />
      <PaperSection form={form} options={options} />
      <Section title={t('form.files')} description={t('form.filesHint')}>
        {options.types.length > 0 ? (
          <SpoolPicker spools={spools} types={options.types} />
        ) : (
          <Text size="sm">{t('form.noTypes')}</Text>
        )}
      </Section>
      <FormActions cancelHref={PAGES}>
        <Button type="submit" loading={isSaving}>
          {count > 0 ? t('form.submitFiles', { count }) : t('form.submit')}
        </Button>
      </FormActions>
    </form>
  )
}

type Form = UseFormReturnType<ProjectValues>

const NAMES = {
  package_contact: 'contact',
  expected_distributions: 'expected',
  ...Object.fromEntries(ADDRESS.map((one) => [`package_${one}`, `address.${one}`])),
}

function useSubmit() {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const leave = useLeave()
  const queryClient = useQueryClient()
  return async (form: Form, values: ProjectValues, spools: ReturnType<typeof useSpoolDrafts>) => {
    const made = await attempt(createProject(toNewProject(values)), (error) => {
      if (!applyApiErrors(form, error, NAMES)) notify.failure(error)
    })
    if (!made) return
    const { id } = made.answer
    const refused = await spools.send(id)
    await queryClient.invalidateQueries({ queryKey: distributionKeys.all })
    leave(pageOf(id))
    notify.success(t('form.made'))
    for (const { draft, error } of refused) {
      const why = error instanceof ApiError && error.fields[0] ? ` ${error.fields[0].message}` : ''
      notify.failure(new ApiError(422, { message: t('form.notSent', { name: draft.name }) + why }))
    }
  }
}

const optionOf = (options: Options, id: string | null) =>
  options.validation_options.find((one) => String(one.id) === id)

/** Whether an option asks for two people, or for those of a group. */
function needsPeople(options: Options, id: string | null): boolean {
  const option = optionOf(options, id)
  return option !== undefined && (option.validators > 1 || option.group !== null)
}

/** What a validation option asks for, in words. */
function useRules(options: Options, id: string): string {
  const t = useWords(distributionWords)
  const option = optionOf(options, id)
  if (!option) return ''
  const { validators, group, acknowledge_warnings } = option
  return [
    validators > 1 ? t('form.rules.two') : '',
    group === null
      ? ''
      : t('form.rules.group', { group: options.groups.find((one) => one.code === group)?.name ?? group }),
    acknowledge_warnings ? t('form.rules.warnings') : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function WhatSection({ form, options }: { form: Form; options: Options }) {
  const t = useWords(distributionWords)
  const { person } = useSession()
  const isByPeople = needsPeople(options, form.values.validation_option)
  const rules = useRules(options, form.values.validation_option)
  const none = options.needs_group ? [] : [{ value: '', label: t('form.noGroup') }]
  return (
    <Section title={t('form.what')} description={t('form.sender', { name: fullName(person) })}>
      <Stack>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          required
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <Select
          label={t('form.group')}
          description={t('form.groupHint')}
          data={[...none, ...options.groups.map(({ code, name }) => ({ value: code, label: name }))]}
          allowDeselect={false}
          required={options.needs_group}
          {...form.getInputProps('group')}
        />
        {options.validation_options.length > 0 && (
          <Select
            label={t('form.validation')}
            data={[
              { value: '0', label: t('form.byHand') },
              ...options.validation_options.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            allowDeselect={false}
            {...form.getInputProps('validation_option')}
            {...(rules ? { description: rules } : {})}
            onChange={(value) => {
              form.setFieldValue('validation_option', value ?? '0')
              if (needsPeople(options, value)) form.setFieldValue('auto_validate', false)
            }}
          />
        )}
        <Checkbox
          label={t('form.auto')}
          description={t(isByPeople ? 'form.autoNever' : 'form.autoHint')}
          disabled={isByPeople}
          {...form.getInputProps('auto_validate', { type: 'checkbox' })}
        />
        <NumberInput
          label={t('form.expected')}
          description={t('form.expectedHint')}
          min={1}
          max={1000}
          allowDecimal={false}
          maw="20rem"
          {...form.getInputProps('expected')}
        />
        <Alert icon={<IconMail size={18} aria-hidden />} variant="light">
          {t('form.notify')}
        </Alert>
      </Stack>
    </Section>
  )
}

function PaperSection({ form, options }: { form: Form; options: Options }) {
  const t = useWords(distributionWords)
  if (options.paper_configurations.length === 0) return null
  const { delivery_paper_conf, sendTo } = form.values
  return (
    <Section title={t('form.paper')}>
      <Stack>
        <Select
          label={t('form.paperConf')}
          data={[
            { value: 'no-paper', label: t('form.noPaper') },
            ...options.paper_configurations.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('delivery_paper_conf')}
        />
        {delivery_paper_conf !== 'no-paper' && (
          <>
            <Checkbox label={t('form.regroup')} {...form.getInputProps('regroup', { type: 'checkbox' })} />
            <Radio.Group label={t('form.sendTo')} {...form.getInputProps('sendTo')}>
              <Stack gap="xs" mt="xs">
                <Radio value="employee" label={t('form.toEmployee')} />
                <Radio value="organization" label={t('form.toOrganization')} />
                <Radio value="address" label={t('form.toAddress')} />
              </Stack>
            </Radio.Group>
            {sendTo === 'address' && (
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {ADDRESS.map((one) => (
                  <TextInput
                    key={one}
                    label={t(`form.${one}`)}
                    maxLength={255}
                    {...form.getInputProps(`address.${one}`)}
                  />
                ))}
              </SimpleGrid>
            )}
            <TextInput
              label={t('form.contact')}
              description={t('form.contactHint')}
              maxLength={255}
              {...form.getInputProps('contact')}
            />
          </>
        )}
      </Stack>
    </Section>
  )
}
