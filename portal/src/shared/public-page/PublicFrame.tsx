import type { ReactNode } from 'react'
import { speakAndRemember } from '#kernel/language/speak.ts'
import { useWords } from '#ui/language/words.ts'
import { HeaderAppearanceMenu, HeaderLanguageMenu } from './HeaderMenus.tsx'
import { Mark } from './Mark.tsx'
import classes from './PublicPage.module.css'
import { publicPageWords } from './words.ts'

type PublicFrameProps = {
  /** Whose page it is, where it is not ours. */
  name?: string | undefined
  children: ReactNode
}

/** What surrounds every page before the log-in: language and colours at the top. */
export function PublicFrame({ name, children }: PublicFrameProps) {
  const t = useWords(publicPageWords)
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <Mark size={28} />
          {name ?? t('product')}
        </span>
        <span className={classes.tools}>
          <HeaderLanguageMenu onChoose={(tag) => void speakAndRemember(tag)} />
          <HeaderAppearanceMenu />
        </span>
      </header>
      {children}
      <footer className={classes.foot}>{t('tagline')}</footer>
    </div>
  )
}
