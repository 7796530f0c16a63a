import { Button, CloseButton, MultiSelect, Select, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type DocumentType, documentTypesQuery, type Profile } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { directoryWords } from '#features/directory/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { TagsField } from '#ui/fields/TagsField.tsx'
import { useWords } from '#ui/language/words.ts'

export type Restriction = Profile['access_restrictions'][number]
type Filter = DocumentType['filters'][number]
type Errors = (field: string) => React.ReactNode

type Props = {
  restrictions: Restriction[]
  disabled: boolean
  /** The error of a field below the restrictions: `0.values`. */
  errorOf: Errors
  onChange: (restrictions: Restriction[]) => void
}

/** To which documents a profile is limited: type by type, filter by filter. */
export function AccessRestrictions({ restrictions, disabled, errorOf, onChange }: Props) {
  const t = useWords(directoryWords)
  const session = useSession()
  const titleId = useId()
  const mayChoose = mayAdmin(session, 'document_types:read')
  const { data: types = [], isPending } = useQuery({ ...documentTypesQuery, enabled: mayChoose })
  const limitable = types.filter(({ filters }) => filters.length > 0)
  const change = (index: number, changes: Partial<Restriction>) =>
    onChange(restrictions.map((one, at) => (at === index ? { ...one, ...changes } : one)))
  const add = () => onChange([...restrictions, { document_type_code: '', filter_code: '', values: [] }])
  return (
    <section aria-labelledby={titleId} className={classes.limits}>
      <Text id={titleId} size="sm" fw={600}>
        {t('person.limits.title')}
      </Text>
      <Summary restrictions={restrictions} types={types} />
      {!disabled &&
        restrictions.map((restriction, index) => (
          <RestrictionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a limit is known by its place alone
            key={index}
            restriction={restriction}
            number={index + 1}
            types={limitable}
            disabled={!mayChoose || isPending}
            errorOf={(field) => errorOf(`${index}.${field}`)}
            onChange={(changes) => change(index, changes)}
            onRemove={() => onChange(restrictions.filter((_, at) => at !== index))}
          />
        ))}
      {!disabled && <AddLimit mayChoose={mayChoose} isNone={!isPending && limitable.length === 0} onAdd={add} />}
    </section>
  )
}

function AddLimit({ mayChoose, isNone, onAdd }: { mayChoose: boolean; isNone: boolean; onAdd: () => void }) {
  const t = useWords(directoryWords)
  if (!mayChoose || isNone) {
    return (
      <Text size="xs" c="dimmed">
        {t(mayChoose ? 'person.limits.noFilters' : 'person.limits.noTypes')}
      </Text>
    )
  }
  return (
    <div>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
        {t('person.limits.add')}
      </Button>
    </div>
  )
}

/** What is limited, in words: one line for each document type. */
function Summary({ restrictions, types }: { restrictions: Restriction[]; types: DocumentType[] }) {
  const t = useWords(directoryWords)
  const complete = restrictions.filter((one) => one.filter_code !== '' && one.values.length > 0)
  if (complete.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('person.limits.none')}
      </Text>
    )
  }
  const byType = Map.groupBy(complete, (one) => one.document_type_code)
  return (
    <ul className={classes.summary}>
      {[...byType].map(([code, own]) => {
        const type = types.find((one) => one.code === code)
        const conditions = own.map(({ filter_code, values }) =>
          t('person.limits.condition', {
            filter: type?.filters.find((one) => one.code === filter_code)?.name ?? filter_code,
            values: values.join(', '),
          }),
        )
        const limits = conditions.join(t('person.limits.and'))
        return <li key={code}>{t('person.limits.line', { type: type?.name ?? code, limits })}</li>
      })}
      <li>{t('person.limits.others')}</li>
    </ul>
  )
}

type FieldsProps = {
  restriction: Restriction
  number: number
  types: DocumentType[]
  disabled: boolean
  errorOf: Errors
  onChange: (changes: Partial<Restriction>) => void
  onRemove: () => void
}

function RestrictionFields({ restriction, number, types, disabled, errorOf, onChange, onRemove }: FieldsProps) {
  const t = useWords(directoryWords)
  const { document_type_code, filter_code } = restriction
  const type = types.find(({ code }) => code === document_type_code)
  const filter = type?.filters.find(({ code }) => code === filter_code)
  const options = (list: { code: string; name?: string }[], chosen: string) => [
    ...list.map(({ code, name }) => ({ value: code, label: name ?? code })),
    ...(chosen !== '' && !list.some(({ code }) => code === chosen) ? [{ value: chosen, label: chosen }] : []),
  ]
  const chooseType = (code: string | null) => {
    const only = types.find((one) => one.code === code)?.filters
    onChange({
      document_type_code: code ?? '',
      values: [],
      filter_code: only?.length === 1 ? (only[0]?.code ?? '') : '',
    })
  }
  return (
    <fieldset className={classes.limit} aria-label={t('person.limits.limit', { number })}>
      <Select
        label={t('person.limits.type')}
        data={options(types, document_type_code)}
        value={document_type_code || null}
        onChange={chooseType}
        disabled={disabled}
        searchable
        error={errorOf('document_type_code')}
      />
      <Select
        label={t('person.limits.filter')}
        data={options(type?.filters ?? [], filter_code)}
        value={filter_code || null}
        onChange={(code) => onChange({ filter_code: code ?? '', values: [] })}
        disabled={disabled || !type}
        error={errorOf('filter_code')}
      />
      <ValuesField
        filter={filter}
        values={restriction.values}
        disabled={disabled || !filter}
        error={errorOf('values')}
        onChange={(values) => onChange({ values })}
      />
      <CloseButton aria-label={t('person.limits.remove', { number })} onClick={onRemove} className={classes.drop} />
    </fieldset>
  )
}

type ValuesProps = {
  filter: Filter | undefined
  values: Restriction['values']
  disabled: boolean
  error: React.ReactNode
  onChange: (values: Restriction['values']) => void
}

/** Values are chosen where the filter has a list of them, and typed elsewhere. */
function ValuesField({ filter, values, disabled, error, onChange }: ValuesProps) {
  const t = useWords(directoryWords)
  const isWrong = filter?.type === 'integer' && values.some((one) => typeof one !== 'number')
  const common = {
    label: t('person.limits.values'),
    value: values.map(String),
    disabled,
    className: classes.values,
    error: isWrong ? t('person.limits.integer') : error,
    onChange: (texts: string[]) => onChange(texts.map((text) => (filter?.type === 'integer' ? asInteger(text) : text))),
  }
  if (filter?.values) {
    const unknown = values.map(String).filter((one) => !filter.values?.includes(one))
    return <MultiSelect {...common} data={[...filter.values, ...unknown]} searchable hidePickedOptions />
  }
  return (
    <TagsField
      {...common}
      description={t('person.limits.typed')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

/** A value that is not an integer stays text, and is refused for it. */
function asInteger(text: string): string | number {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text
}
