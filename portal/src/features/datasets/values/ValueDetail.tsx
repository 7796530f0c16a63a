import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type Dataset,
  fromNames,
  type Names,
  toNames,
  useDeleteValue,
  usePutValue,
  type Value,
  valueQuery,
} from '#features/datasets/datasets.api.ts'
import classes from '#features/datasets/datasets.module.css'
import { useName } from '#features/datasets/name.ts'
import { datasetWords } from '#features/datasets/words.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { useSession } from '#kernel/session/session.ts'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'

type ValueDetailProps = {
  dataset: Dataset
  value: Value
  mayWrite: boolean
  /** Tells the tree what a value is called now. */
  onShow: (value: Value) => void
  onDeleted: () => void
}

/** A value: its code, and its names, which are saved when a field loses the focus. */
export function ValueDetail({ dataset, value, mayWrite, onShow, onDeleted }: ValueDetailProps) {
  const t = useWords(datasetWords)
  const languageName = useLanguageName()
  const nameOf = useName()
  const { client } = useSession()
  const stored = toNames(value.localized_names)
  const [names, setNames] = useState(stored)
  const key = JSON.stringify(stored)
  useEffect(() => setNames(JSON.parse(key) as Names), [key])
  const save = useSaveNames(dataset.id, value, onShow)
  const languages = [...new Set([...client.languages, ...Object.keys(stored)])]
  const level = dataset.dimensions.find(({ id }) => id === value.dimension_id)

  const leave = (language: string) => {
    if ((names[language] ?? '').trim() !== (stored[language] ?? '')) void save({ ...stored, ...names })
  }
  return (
    <Section
      title={nameOf(value)}
      actions={mayWrite && <DeleteValue dataset={dataset} value={value} onDeleted={onDeleted} />}
    >
      <div className={classes.fields}>
        <DefinitionList
          stacked
          items={[
            { label: level ? nameOf(level) : value.dimension_id, value: value.code },
            { label: t('values.path'), value: value.path.replaceAll('.', ' › ') },
          ]}
        />
        {languages.map((language) => (
          <TextInput
            key={language}
            label={languageName(language)}
            lang={language}
            value={names[language] ?? ''}
            maxLength={1000}
            readOnly={!mayWrite}
            description={!stored[language] && client.languages.includes(language) ? t('values.incomplete') : undefined}
            onChange={(event) => setNames({ ...names, [language]: event.currentTarget.value })}
            onBlur={() => leave(language)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') leave(language)
              if (event.key === 'Escape') setNames(stored)
            }}
          />
        ))}
        {mayWrite && (
          <Text size="sm" c="dimmed">
            {t('values.saveHint')}
          </Text>
        )}
      </div>
    </Section>
  )
}

/** Saves the names of a value: they are shown at once, and can be taken back. */
function useSaveNames(datasetId: string, value: Value, onShow: (value: Value) => void) {
  const t = useWords(datasetWords)
  const notify = useNotify()
  const nameOf = useName()
  const queryClient = useQueryClient()
  const put = usePutValue(datasetId)
  const show = (one: Value) => {
    queryClient.setQueryData(valueQuery(datasetId, one.path).queryKey, one)
    onShow(one)
  }
  return async (names: Names) => {
    show({ ...value, localized_names: fromNames(names) })
    const saved = await attempt(put.mutateAsync({ path: value.path, names }), (error) => {
      show(value)
      notify.failure(error, { busy: t('values.busy') })
    })
    if (!saved) return
    show(saved.answer)
    notify.undo(t('values.saved', { name: nameOf(saved.answer) }), () => {
      put.mutate(
        { path: value.path, names: toNames(value.localized_names) },
        { onSuccess: show, onError: (error) => notify.failure(error) },
      )
    })
  }
}

type DeleteValueProps = Pick<ValueDetailProps, 'dataset' | 'value' | 'onDeleted'>

function DeleteValue({ dataset, value, onDeleted }: DeleteValueProps) {
  const t = useWords(datasetWords)
  const notify = useNotify()
  const remove = useDeleteValue(dataset.id)
  const name = useName()(value)
  const gone = () => {
    notify.success(t('values.deleted', { name }))
    onDeleted()
  }
  return (
    <ConfirmButton
      size="compact-sm"
      question={{
        title: t('values.deleteTitle', { name }),
        text: t('values.deleteText'),
        action: t('values.delete'),
      }}
      onConfirm={() =>
        remove.mutate(value.path, {
          onSuccess: gone,
          onError: (error) => notify.failure(error, { busy: t('values.busy') }),
        })
      }
      loading={remove.isPending}
    >
      {t('values.delete')}
    </ConfirmButton>
  )
}
