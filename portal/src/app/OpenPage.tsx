import { Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePageTitle } from '../ui/page-title.ts'
import { AppearanceMenu } from './AppearanceMenu.tsx'
import { speakAndRemember, useLanguage, useWords } from './i18n.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { Mark } from './Mark.tsx'
import classes from './OpenPage.module.css'

type OpenPageProps = { title: string; text?: ReactNode; children: ReactNode }

/** A page before the log-in: a card in the middle, language and colours at the top. */
export function OpenPage({ title, text, children }: OpenPageProps) {
  const t = useWords('app')
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
  usePageTitle(title)
  const choose = async (tag: string) => {
    setBusy(true)
    await speakAndRemember(tag)
    setBusy(false)
  }
  return (
    <div className={classes.page} aria-busy={isBusy}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <Mark size={28} />
          {t('product')}
        </span>
        <span className={classes.tools}>
          <LanguageMenu current={language} onChoose={(tag) => void choose(tag)} />
          <AppearanceMenu />
        </span>
      </header>
      <main className={classes.main}>
        <div className={classes.card}>
          <Title order={1} tabIndex={-1} className={classes.title} data-page-title>
            {title}
          </Title>
          {text && (
            <Text component="div" c="dimmed" size="sm" mt={6}>
              {text}
            </Text>
          )}
          <div className={classes.body}>{children}</div>
        </div>
      </main>
      <footer className={classes.foot}>{t('login.tagline')}</footer>
    </div>
  )
}
