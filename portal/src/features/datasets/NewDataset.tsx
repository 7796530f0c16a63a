import { Button, Modal, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#kernel/api/api.ts'
import { attempt, useOnce } from '#kernel/api/use-once.ts'
import { useSession } from '#kernel/session/session.ts'
import { LocalizedNameFields } from '#shared/localized-names/LocalizedNameFields.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { datasetHref, datasetQuery, type Names, useSaveDataset } from './datasets.api.ts'
import classes from './datasets.module.css'
import { isLevelId, type Level, LevelFields } from './LevelFields.tsx'
import { datasetWords } from './words.ts'

/** Asks for what a new data set is called and what levels it has. */
export function NewDataset({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(datasetWords)
  const ui = useWords(uiWords)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('new.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <NewDatasetForm onCancel={onClose} />
    </Modal>
  )
}

function NewDatasetForm({ onCancel }: { onCancel: () => void }) {
  const t = useWords(datasetWords)
  const notify = useNotify()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { client } = useSession()
  const save = useSaveDataset()
  const [id, setId] = useState('')
  const [names, setNames] = useState<Names>({})
  const [levels, setLevels] = useState<Level[]>([{ id: '', names: {}, isNew: true }])
  const [isChecked, setChecked] = useState(false)
  const [isTaken, setTaken] = useState(false)

  const create = async () => {
    setChecked(true)
    if (id.trim() === '' || !levels.every((level) => isLevelId(level.id))) return
    // Writing to one that there is would change it.
    const looking = queryClient.fetchQuery(datasetQuery(id.trim())).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return false
        throw error
      },
    )
    const look = await attempt(looking, notify.failure)
    if (!look) return
    setTaken(look.answer)
    if (look.answer) return
    const created = await attempt(save.mutateAsync({ id: id.trim(), names, dimensions: levels }), notify.failure)
    if (!created) return
    notify.success(t('new.created'))
    router.history.push(datasetHref(created.answer.id))
  }
  const { run } = useOnce(create)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const missing = isChecked && id.trim() === '' ? t('levels.idWrong') : undefined
  return (
    <form onSubmit={submit} className={classes.fields} noValidate>
      <TextInput
        label={t('new.id')}
        description={t('new.idHint')}
        value={id}
        maxLength={100}
        withAsterisk
        data-autofocus
        error={isTaken ? t('new.taken') : missing}
        onChange={(event) => {
          setTaken(false)
          setId(event.currentTarget.value.replaceAll('/', ''))
        }}
      />
      <LocalizedNameFields label={t('dataset.names')} languages={client.languages} value={names} onChange={setNames} />
      <Title order={3} size="h4">
        {t('levels.title')}
      </Title>
      <LevelFields levels={levels} onChange={setLevels} languages={client.languages} isChecked={isChecked} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={save.isPending}>
          {t('new.create')}
        </Button>
      </FormActions>
    </form>
  )
}
