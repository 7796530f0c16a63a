import { ActionIcon, Button, Checkbox, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { documentTypeWords } from '#features/documents/words.ts'
import { TagsField } from '#ui/fields/TagsField.tsx'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { type AttributeDraft, newAttribute } from './type-form.ts'
import classes from './types.module.css'

type AttributesEditorProps = {
  which: 'metas' | 'filters'
  value: AttributeDraft[]
  onChange: (value: AttributeDraft[]) => void
  /** By the path of a field: `0.code`. */
  errorOf: (path: string) => string | undefined
  disabled: boolean
}

const TYPES = { metas: ['string', 'integer', 'date', 'list'], filters: ['string', 'integer', 'list'] } as const

/** What documents of a type say of themselves: each with a code, a type, perhaps values, in an order. */
export function AttributesEditor({ which, value, onChange, errorOf, disabled }: AttributesEditorProps) {
  const t = useWords(documentTypeWords)
  const change = (key: string, changes: Partial<AttributeDraft>) =>
    onChange(value.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const move = (place: number, step: -1 | 1) => {
    const next = [...value]
    const [moved] = next.splice(place, 1)
    if (moved) next.splice(place + step, 0, moved)
    onChange(next)
  }
  const add = !disabled && (
    <Button
      size="xs"
      variant="light"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => onChange([...value, newAttribute()])}
    >
      {t(`${which}.add`)}
    </Button>
  )
  return (
    <Section title={t(`${which}.title`)} description={t(`${which}.text`)} actions={add} flush>
      {value.length === 0 && (
        <Text size="sm" c="dimmed" p="lg">
          {t(`${which}.none`)}
        </Text>
      )}
      <ol className={classes.attributes}>
        {value.map((one, place) => (
          <li key={one.key} className={classes.attribute}>
            <AttributeRow
              types={TYPES[which]}
              attribute={one}
              onChange={(changes) => change(one.key, changes)}
              errorOf={(field) => errorOf(`${place}.${field}`)}
              disabled={disabled}
            />
            {!disabled && (
              <Group gap={4} wrap="nowrap" className={classes.moves}>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('up', { name: one.name || one.code })}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('down', { name: one.name || one.code })}
                  disabled={place === value.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('remove', { name: one.name || one.code })}
                  onClick={() => onChange(value.filter(({ key }) => key !== one.key))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

type AttributeRowProps = {
  types: readonly string[]
  attribute: AttributeDraft
  onChange: (changes: Partial<AttributeDraft>) => void
  errorOf: (field: string) => string | undefined
  disabled: boolean
}

function AttributeRow({ types, attribute, onChange, errorOf, disabled }: AttributeRowProps) {
  const t = useWords(documentTypeWords)
  const { code, name, type, required, values } = attribute
  return (
    <div className={classes.fields}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <TextInput
          label={t('code')}
          value={code}
          onChange={(event) => onChange({ code: event.currentTarget.value })}
          error={errorOf('code')}
          maxLength={100}
          required
          disabled={disabled}
        />
        <TextInput
          label={t('name')}
          value={name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={errorOf('name')}
          maxLength={255}
          disabled={disabled}
        />
        <Select
          label={t('valueType')}
          data={types.map((value) => ({ value, label: t(`valueTypes.${value}` as 'valueTypes.string') }))}
          value={type}
          onChange={(chosen) => chosen && onChange({ type: chosen })}
          allowDeselect={false}
          disabled={disabled}
        />
      </SimpleGrid>
      {type !== 'date' && (
        <TagsField
          label={t('values')}
          description={t('valuesHelp')}
          value={values}
          onChange={(chosen) => onChange({ values: chosen })}
          error={errorOf('values')}
          required={type === 'list'}
          disabled={disabled}
          mt="sm"
        />
      )}
      <Checkbox
        label={t('required')}
        checked={required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
        disabled={disabled}
        mt="sm"
      />
    </div>
  )
}
