import { Button, CloseButton, Fieldset, MultiSelect, Select, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { AudienceChoices } from '#features/articles/articles.api.ts'
import { articleWords } from '#features/articles/words.ts'
import { TagsField } from '#ui/fields/TagsField.tsx'
import { useWords } from '#ui/language/words.ts'
import type { Rule } from './article-form.ts'
import classes from './editor.module.css'

type Field = AudienceChoices['custom_fields'][number]
type RuleFieldsProps = { fields: Field[]; rules: Rule[]; wrong: number[]; onChange: (rules: Rule[]) => void }

/** Conditions on the custom fields of employees, all of which must be met. */
export function RuleFields({ fields, rules, wrong, onChange }: RuleFieldsProps) {
  const t = useWords(articleWords)
  const put = (index: number, rule: Rule) => onChange(rules.with(index, rule))
  if (fields.length === 0 && rules.length === 0) return null
  return (
    <Fieldset legend={t('edit.rules')} variant="unstyled" className={classes.fields ?? ''}>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
        <fieldset key={index} className={classes.rule} aria-label={t('edit.rule', { number: index + 1 })}>
          <div className={classes.ruleHead}>
            <Text component="span" size="sm" fw={600}>
              {t('edit.rule', { number: index + 1 })}
            </Text>
            <CloseButton
              aria-label={t('edit.removeRule', { number: index + 1 })}
              onClick={() => onChange(rules.toSpliced(index, 1))}
            />
          </div>
          <Select
            label={t('edit.ruleField')}
            data={fields.map(({ code, name }) => ({ value: code, label: name }))}
            value={rule.field || null}
            onChange={(field) => put(index, { field: field ?? '', in: [] })}
            error={wrong.includes(index) && rule.field === '' ? t('edit.required') : undefined}
            searchable
          />
          <Values
            field={fields.find(({ code }) => code === rule.field)}
            rule={rule}
            error={wrong.includes(index) && rule.in.length === 0 ? t('edit.required') : undefined}
            onChange={(values) => put(index, { ...rule, in: values })}
          />
        </fieldset>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...rules, { field: '', in: [] }])}
      >
        {t('edit.addRule')}
      </Button>
    </Fieldset>
  )
}

type ValuesProps = {
  field: Field | undefined
  rule: Rule
  error: string | undefined
  onChange: (values: Rule['in']) => void
}

function Values({ field, rule, error, onChange }: ValuesProps) {
  const t = useWords(articleWords)
  const shown = { label: t('edit.ruleValues'), value: rule.in.map(String), error, disabled: !field }
  if (field?.type === 'boolean') {
    const data = [
      { value: 'true', label: t('edit.ruleYes') },
      { value: 'false', label: t('edit.ruleNo') },
    ]
    return <MultiSelect {...shown} data={data} onChange={(values) => onChange(values.map((one) => one === 'true'))} />
  }
  if (field?.type === 'list') return <MultiSelect {...shown} data={field.values} searchable onChange={onChange} />
  const isNumber = field?.type === 'integer'
  const take = (values: string[]) =>
    onChange(isNumber ? values.map(Number).filter((one) => Number.isSafeInteger(one)) : values)
  return <TagsField {...shown} onChange={take} {...(field?.type === 'date' ? { placeholder: '2026-12-31' } : {})} />
}
