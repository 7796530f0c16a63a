import { Select, Tabs, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { articleWords } from '#features/articles/words.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { useSession } from '#kernel/session/session.ts'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import { type ArticleValues, isWritten, type Mistakes, type Text, textIn } from './article-form.ts'
import classes from './editor.module.css'

const TextEditor = lazyComponent(() => import('./TextEditor.tsx').then((module) => module.TextEditor))

type LanguageTextsProps = {
  values: ArticleValues
  onChange: (changes: Partial<ArticleValues>) => void
  /** What is typed as a title in the main language. */
  onTitle: (title: string) => void
  mistakes: Mistakes | undefined
  /** Changes when the text is another one than was typed, and editors must begin anew. */
  version: number
}

/** Title and text, in each language. */
export function LanguageTexts({ values, onChange, onTitle, mistakes, version }: LanguageTextsProps) {
  const t = useWords(articleWords)
  const nameOf = useLanguageName()
  const { client } = useSession()
  const languages = [...new Set([values.main, ...Object.keys(values.texts), ...client.languages])]
  const [chosen, setChosen] = useState(values.main)
  const current = languages.includes(chosen) ? chosen : values.main
  const text = textIn(values, current)
  const put = (changes: Partial<Text>) => onChange({ texts: { ...values.texts, [current]: { ...text, ...changes } } })
  const title = (value: string) => {
    put({ title: value })
    if (current === values.main) onTitle(value)
  }
  return (
    <div className={classes.fields}>
      {languages.length > 1 && (
        <Tabs value={current} onChange={(language) => language && setChosen(language)} aria-label={t('edit.languages')}>
          <Tabs.List>
            {languages.map((language) => (
              <Tabs.Tab
                key={language}
                value={language}
                rightSection={
                  language !== values.main && (
                    <StatusBadge tone={isWritten(textIn(values, language)) ? 'good' : 'neutral'}>
                      {t(isWritten(textIn(values, language)) ? 'edit.translated' : 'edit.missing')}
                    </StatusBadge>
                  )
                }
              >
                {nameOf(language)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <TextInput
        label={t('edit.name')}
        lang={current}
        size="md"
        value={text.title}
        maxLength={255}
        withAsterisk={current === values.main}
        error={mistakes?.titles[current]}
        onChange={(event) => title(event.currentTarget.value)}
      />
      <Suspense fallback={<LoadingState lines={8} />}>
        <TextEditor
          key={`${current} ${version}`}
          language={current}
          html={text.body}
          onChange={(body) => put({ body })}
        />
      </Suspense>
      {languages.length > 1 && (
        <Select
          label={t('edit.mainLanguage')}
          description={t('edit.mainLanguageHint')}
          data={languages.map((language) => ({ value: language, label: nameOf(language) }))}
          value={values.main}
          allowDeselect={false}
          maw="24rem"
          onChange={(main) => main && onChange({ main })}
        />
      )}
    </div>
  )
}
