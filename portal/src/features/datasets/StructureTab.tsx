import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { LocalizedNameFields } from '#shared/localized-names/LocalizedNameFields.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { type Dataset, linksQuery, toNames, useSaveDataset } from './datasets.api.ts'
import classes from './datasets.module.css'
import { isLevelId, type Level, LevelFields } from './LevelFields.tsx'
import { datasetWords } from './words.ts'

/** What a data set is called, its levels, and which forms use it. */
export function StructureTab({ dataset }: { dataset: Dataset }) {
  const t = useWords(datasetWords)
  const notify = useNotify()
  const session = useSession()
  const save = useSaveDataset()
  const [stored] = useState(() => structureOf(dataset))
  const [names, setNames] = useState(stored.names)
  const [levels, setLevels] = useState(stored.levels)
  const [isChecked, setChecked] = useState(false)
  useUnsavedChanges(() => JSON.stringify({ names, levels }) !== JSON.stringify(stored), { params: ['tab'] })
  const { languages } = session.client
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!levels.every(({ id }) => isLevelId(id))) return
    save.mutate(
      { id: dataset.id, names, dimensions: levels },
      {
        onSuccess: () => notify.success(t('dataset.saved')),
        onError: (error) => notify.failure(error, { busy: t('values.busy') }),
      },
    )
  }
  return (
    <div className={classes.panes}>
      <form onSubmit={submit}>
        <Section title={t('levels.title')} description={t('levels.text')}>
          <div className={classes.fields}>
            <LocalizedNameFields label={t('dataset.names')} languages={languages} value={names} onChange={setNames} />
            <LevelFields levels={levels} onChange={setLevels} languages={languages} isChecked={isChecked} />
            {mayAdmin(session, 'datasets:write') && (
              <FormActions>
                <Button type="submit" loading={save.isPending}>
                  {t('dataset.save')}
                </Button>
              </FormActions>
            )}
          </div>
        </Section>
      </form>
      <UsedBy id={dataset.id} />
    </div>
  )
}

type Structure = { names: Record<string, string>; levels: Level[] }

function structureOf({ localized_names, dimensions }: Dataset): Structure {
  const levels = dimensions.map((one) => ({ id: one.id, names: toNames(one.localized_names), isNew: false }))
  return { names: toNames(localized_names), levels }
}

function UsedBy({ id }: { id: string }) {
  const t = useWords(datasetWords)
  const { data, error, refetch } = useQuery(linksQuery(id))
  return (
    <Section title={t('dataset.usedBy')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState lines={2} />}
      {data?.length === 0 && t('dataset.unused')}
      {data && data.length > 0 && (
        <ul className={classes.problems}>
          {data.map((link) => (
            <li key={`${link.type} ${link.id}`}>
              <Anchor component={AppLink} href={`/portal/admin/forms/${encodeURIComponent(link.id)}`}>
                {t('dataset.form', { id: link.id })}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
