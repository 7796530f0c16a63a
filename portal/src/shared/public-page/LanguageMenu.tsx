import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { LANGUAGES, type Language, useLanguage } from '#kernel/language/words.ts'
import { LanguageButton } from './MenuButtons.tsx'
import type { MenuStart } from './MenuOnDemand.tsx'

export type LanguageMenuProps = {
  onChoose: (tag: string) => void
  /** Languages of the client, whose tags are used. */
  tags?: string[]
}

/** The language switch. */
export function LanguageMenu({ onChoose, tags = [], defaultOpened, autoFocus }: LanguageMenuProps & MenuStart) {
  const current = useLanguage()
  return (
    <Menu position="bottom-end" withinPortal defaultOpened={defaultOpened}>
      <Menu.Target>
        <LanguageButton autoFocus={autoFocus} />
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(LANGUAGES) as Language[]).map((language) => (
          <Menu.RadioItem
            key={language}
            lang={language}
            value={language}
            checked={language === current}
            checkIcon={<IconCheck size={16} aria-hidden />}
            closeMenuOnClick
            onChange={() => onChoose(tags.find((tag) => tag.startsWith(language)) ?? LANGUAGES[language].tag)}
          >
            {LANGUAGES[language].name}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
