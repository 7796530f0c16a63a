import { Button, Collapse, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Dataset, type Names, usePutValue, type Value, valueQuery } from '#features/datasets/datasets.api.ts'
import classes from '#features/datasets/datasets.module.css'
import { useName } from '#features/datasets/name.ts'
import { datasetWords } from '#features/datasets/words.ts'
import { attempt, useOnce } from '#kernel/api/use-once.ts'
import { useSession } from '#kernel/session/session.ts'
import { LocalizedNameFields } from '#shared/localized-names/LocalizedNameFields.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'

type AddValueProps = { dataset: Dataset; parent: Value | undefined; onAdded: (value: Value) => void }

const isCode = (code: string) => /^[^./\p{Cc}]{1,255}$/u.test(code)

/** Adds a value at the top, or below another. */
export function AddValue({ dataset, parent, onAdded }: AddValueProps) {
  const t = useWords(datasetWords)
  const [opened, { toggle }] = useDisclosure(false)
  const depth = parent ? parent.path.split('.').length : 0
  const nameOf = useName()
  const below = dataset.dimensions[depth]
  const level = below ? nameOf(below) : ''
  const words = parent ? t('values.addBelow', { level, name: nameOf(parent) }) : t('values.addTop', { level })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={toggle}
        aria-expanded={opened}
        fullWidth
        justify="flex-start"
      >
        {words}
      </Button>
      <Collapse expanded={opened}>
        {opened && <AddForm dataset={dataset} parent={parent} onAdded={onAdded} label={words} />}
      </Collapse>
    </div>
  )
}

function AddForm({ dataset, parent, onAdded, label }: AddValueProps & { label: string }) {
  const t = useWords(datasetWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { client } = useSession()
  const put = usePutValue(dataset.id)
  const nameOf = useName()
  const [code, setCode] = useState('')
  const [names, setNames] = useState<Names>({})
  const [mistake, setMistake] = useState<string>()

  const add = async () => {
    if (!isCode(code)) return setMistake(t('values.codeWrong'))
    const path = parent ? `${parent.path}.${code}` : code
    // Writing to one that there is would rename it.
    const isThere = await queryClient.fetchQuery({ ...valueQuery(dataset.id, path), staleTime: 0, retry: false }).then(
      () => true,
      () => false,
    )
    if (isThere) return setMistake(t('values.codeTaken'))
    const refuse = (error: unknown) => notify.failure(error, { busy: t('values.busy') })
    const added = await attempt(put.mutateAsync({ path, names }), refuse)
    if (!added) return
    onAdded(added.answer)
    notify.success(t('values.added', { name: nameOf(added.answer) }))
    setCode('')
    setNames({})
  }
  const { run } = useOnce(add)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <form className={classes.level} aria-label={label} onSubmit={submit} noValidate>
      <TextInput
        label={t('values.code')}
        value={code}
        maxLength={255}
        withAsterisk
        error={mistake}
        onChange={(event) => {
          setMistake(undefined)
          setCode(event.currentTarget.value)
        }}
      />
      <LocalizedNameFields label={t('values.names')} languages={client.languages} value={names} onChange={setNames} />
      <FormActions>
        <Button type="submit" loading={put.isPending}>
          {t('values.add')}
        </Button>
      </FormActions>
    </form>
  )
}
