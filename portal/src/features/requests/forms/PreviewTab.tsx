import { Alert, Button, Group, Select, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Labels } from '#features/requests/request-form/form-draft.ts'
import {
  type FieldErrors,
  type FieldValues,
  mistakesIn,
  withValue,
} from '#features/requests/request-form/form-values.ts'
import { RequestFields } from '#features/requests/request-form/RequestFields.tsx'
import { ValueSourceContext } from '#features/requests/request-form/value-source.ts'
import classes from '#features/requests/requests.module.css'
import { formWords, requestWords } from '#features/requests/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { type BuiltForm, previewOf } from './form-model.ts'
import { adminValues, datasetQuery } from './forms.api.ts'

/** The form as people see it, with what was not saved yet; it can be filled in, and nothing is sent. */
export function PreviewTab({ code, form }: { code: string; form: BuiltForm }) {
  const t = useWords(formWords)
  const words = useWords(requestWords)
  const { client, person } = useSession()
  const languageName = useLanguageName()
  const [language, setLanguage] = useState(person.language ?? client.languages[0] ?? 'en-us')
  const [values, setValues] = useState<FieldValues>({})
  const [labels, setLabels] = useState<Labels>({})
  const [errors, setErrors] = useState<FieldErrors>()
  const ids = [...new Set(form.fields.flatMap(({ type, dataset }) => (type === 'dataset' && dataset ? [dataset] : [])))]
  const found = useQueries({ queries: ids.map((id) => datasetQuery(id)) })
  const datasets = found.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))
  const known = datasets.map(([id]) => id).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids tell which data sets have come
  const shown = useMemo(() => previewOf(code, form, new Map(datasets), language), [code, form, known, language])
  const isFine = errors !== undefined && Object.keys(errors).length === 0
  return (
    <div className={classes.narrow}>
      <Group justify="space-between" mb="md" align="flex-end">
        <Text size="sm" c="dimmed">
          {t('preview.text')}
        </Text>
        <Select
          label={t('preview.language')}
          data={client.languages.map((value) => ({ value, label: languageName(value) }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage(value ?? language)}
        />
      </Group>
      <Section>
        <Title order={2} mb="lg">
          {shown.title}
        </Title>
        <ValueSourceContext value={adminValues}>
          <RequestFields
            form={shown}
            values={values}
            labels={labels}
            errors={errors ?? {}}
            onLabel={(path, label) => setLabels((old) => ({ ...old, [path]: label }))}
            onChange={(field, value) => {
              setValues((old) => withValue(shown, old, field, value))
              setErrors(undefined)
            }}
          />
        </ValueSourceContext>
        {isFine && (
          <Alert color="teal" mt="lg" role="status">
            {t('preview.fine')}
          </Alert>
        )}
        <div className={classes.buttons}>
          <Button onClick={() => setErrors(mistakesIn(shown, values, words))}>{t('preview.check')}</Button>
        </div>
      </Section>
    </div>
  )
}
