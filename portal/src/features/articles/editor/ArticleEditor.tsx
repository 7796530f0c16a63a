import { Alert, Button, Group, Modal, Switch, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { StateBadge } from '#features/articles/ArticlePage.tsx'
import type { Article } from '#features/articles/articles.api.ts'
import { articleWords } from '#features/articles/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { uiWords } from '#ui/words.ts'
import { AudienceSection } from './AudienceSection.tsx'
import { type ArticleValues, inputOf, type Mistakes, mistakesIn, newValues, textIn, valuesOf } from './article-form.ts'
import { CategoriesField } from './CategoriesField.tsx'
import { useDraft } from './draft.ts'
import { useDeleteArticle, useSaveArticle } from './editor.api.ts'
import classes from './editor.module.css'
import { LanguageTexts } from './LanguageTexts.tsx'
import { slugOf } from './slug.ts'

const LIST = '/portal/manager/articles'

/** Writes an article: a new one when none is given. */
export function ArticleEditor({ article }: { article?: Article }) {
  const t = useWords(articleWords)
  const session = useSession()
  const isForAll = mayAdmin(session, 'articles:write')
  const editor = useArticleEditor(article, isForAll)
  const { values, change, mistakes } = editor
  useUnsavedChanges(() => editor.isChanged, { text: t('edit.leaveText') })
  const state = article?.state ?? 'draft'
  return (
    <>
      <PageHeader
        title={article ? t('edit.title') : t('new.title')}
        breadcrumbs={[
          { label: t('all.title'), href: LIST },
          ...(article ? [{ label: article.title, href: `${LIST}/${encodeURIComponent(article.slug)}` }] : []),
        ]}
        badge={<StateBadge state={state} />}
        actions={article && <DeleteButton slug={article.slug} onDelete={editor.leave} />}
      />
      {editor.wasRestored && (
        <Alert variant="light" mb="md" title={t('edit.restored')}>
          <Button variant="default" size="compact-sm" onClick={editor.discard}>
            {t('edit.discard')}
          </Button>
        </Alert>
      )}
      {editor.hasChangedMeanwhile && (
        <Alert variant="light" color="orange" mb="md" title={t('edit.changed')} role="alert">
          {t('edit.changedText')}
          <Group gap="xs" mt="sm">
            <Button variant="default" size="compact-sm" onClick={() => void editor.save(state, true)}>
              {t('edit.overwrite')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => window.location.reload()}>
              {t('edit.reload')}
            </Button>
          </Group>
        </Alert>
      )}
      <div className={classes.page}>
        <Section>
          <LanguageTexts
            values={values}
            onChange={change}
            onTitle={(title) => !article && editor.isSlugFree && change({ slug: slugOf(title) })}
            mistakes={mistakes}
            version={editor.version}
          />
        </Section>
        <div className={classes.side}>
          <AudienceSection values={values} onChange={change} needsOrganizations={!isForAll} mistakes={mistakes} />
          <Section>
            <div className={classes.fields}>
              <CategoriesField
                value={values.categories}
                onChange={(categories) => change({ categories })}
                language={values.main}
              />
              <Switch
                label={t('edit.featured')}
                description={t('edit.featuredHint')}
                checked={values.featured}
                onChange={(event) => change({ featured: event.currentTarget.checked })}
              />
              <TextInput
                label={t('edit.slug')}
                description={t('edit.slugHint')}
                value={values.slug}
                readOnly={article !== undefined}
                maxLength={255}
                error={mistakes?.slug}
                onChange={(event) => editor.nameSlug(event.currentTarget.value)}
              />
            </div>
          </Section>
        </div>
      </div>
      <SaveBar editor={editor} state={state} />
    </>
  )
}

type Editor = ReturnType<typeof useArticleEditor>

function SaveBar({ editor, state }: { editor: Editor; state: Article['state'] }) {
  const t = useWords(articleWords)
  const isPublished = state === 'published'
  return (
    <div className={classes.bar}>
      <span className={classes.unsaved} role="status">
        {editor.isChanged && t('edit.unsaved')}
      </span>
      <PreviewButton values={editor.values} />
      <Button
        variant="default"
        loading={editor.isSaving}
        onClick={() => void editor.save(isPublished ? 'published' : 'draft')}
      >
        {t(isPublished ? 'edit.save' : 'edit.saveDraft')}
      </Button>
      <Button
        variant={isPublished ? 'default' : 'filled'}
        loading={editor.isSaving}
        onClick={() => void editor.save(isPublished ? 'draft' : 'published')}
      >
        {t(isPublished ? 'edit.unpublish' : 'edit.publish')}
      </Button>
    </div>
  )
}

function PreviewButton({ values }: { values: ArticleValues }) {
  const t = useWords(articleWords)
  const ui = useWords(uiWords)
  const [opened, { open, close }] = useDisclosure(false)
  const { title, body } = textIn(values, values.main)
  return (
    <>
      <Button variant="subtle" leftSection={<IconEye size={16} aria-hidden />} onClick={open}>
        {t('edit.preview')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        size="xl"
        title={t('edit.previewTitle')}
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <Title order={2} mb="md">
          {title}
        </Title>
        <RichText html={body} />
      </Modal>
    </>
  )
}

function DeleteButton({ slug, onDelete }: { slug: string; onDelete: (href: string) => void }) {
  const t = useWords(articleWords)
  const notify = useNotify()
  const remove = useDeleteArticle()
  const gone = () => {
    notify.success(t('edit.deleted'))
    onDelete(LIST)
  }
  return (
    <ConfirmButton
      question={{ title: t('edit.deleteTitle'), text: t('edit.deleteText'), action: t('edit.delete') }}
      onConfirm={() => remove.mutate(slug, { onSuccess: gone, onError: (error) => notify.failure(error) })}
      loading={remove.isPending}
    >
      {t('edit.delete')}
    </ConfirmButton>
  )
}

/** What is typed, whether it may be saved, and saving it. */
function useArticleEditor(article: Article | undefined, isForAll: boolean) {
  const t = useWords(articleWords)
  const notify = useNotify()
  const { client } = useSession()
  const saving = useSaveArticle()
  const saved = article ? valuesOf(article) : newValues(client.languages[0] ?? 'en-us', isForAll)
  const draft = useDraft(article?.slug ?? '', saved)
  const { values, change, isChanged } = draft
  const [mistakes, setMistakes] = useState<Mistakes>()
  const [isSlugFree, setSlugFree] = useState(true)
  const [hasChangedMeanwhile, setChangedMeanwhile] = useState(false)
  const [version, setVersion] = useState(0)
  const goTo = useLeave()

  const leave = (href: string) => {
    draft.forget()
    goTo(href)
  }

  const refuse = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'changed_meanwhile') setChangedMeanwhile(true)
    else if (code === 'slug_taken') setMistakes({ slug: t('edit.slugTaken'), titles: {}, rules: [] })
    else notify.failure(error, { outside_perimeter: t('edit.outside') })
  }

  const save = async (state: Article['state'], isForced = false) => {
    const found = mistakesIn(values, !isForAll, t('edit.required'))
    setMistakes(found)
    if (found) return notify.failure(new ApiError(422, { message: t('edit.required') }))
    const updatedAt = isForced ? undefined : article?.updated_at
    const given = { slug: values.slug, input: inputOf(values, state), isNew: article === undefined, updatedAt }
    const stored = await attempt(saving.mutateAsync(given), refuse)
    if (!stored) return
    setChangedMeanwhile(false)
    notify.success(t(state === 'published' && article?.state !== 'published' ? 'edit.published' : 'edit.saved'))
    if (article) draft.reset(valuesOf(stored.answer))
    else leave(`${LIST}/${encodeURIComponent(stored.answer.slug)}/edit`)
  }

  return {
    values,
    change,
    isChanged,
    mistakes,
    save,
    leave,
    version,
    hasChangedMeanwhile,
    isSlugFree,
    wasRestored: draft.wasRestored,
    isSaving: saving.isPending,
    discard() {
      draft.reset(saved)
      setVersion(version + 1)
    },
    nameSlug(slug: string) {
      setSlugFree(slug === '')
      change({ slug })
    },
  }
}
