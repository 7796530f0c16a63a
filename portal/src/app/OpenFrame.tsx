import { type ReactNode, useState } from 'react'
import { AppearanceMenu } from './AppearanceMenu.tsx'
import { speakAndRemember, useLanguage, useWords } from './i18n.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { Mark } from './Mark.tsx'
import classes from './OpenPage.module.css'

type OpenFrameProps = {
  /** Whose page it is, where it is not ours. */
  name?: string | undefined
  children: ReactNode
}

/** What surrounds every page before the log-in: language and colours at the top. */
export function OpenFrame({ name, children }: OpenFrameProps) {
  const t = useWords('app')
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
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
          {name ?? t('product')}
        </span>
        <span className={classes.tools}>
          <LanguageMenu current={language} onChoose={(tag) => void choose(tag)} />
          <AppearanceMenu />
        </span>
      </header>
      {children}
      <footer className={classes.foot}>{t('login.tagline')}</footer>
    </div>
  )
}
