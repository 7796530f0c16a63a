import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { LANGUAGES, tagOf } from '#kernel/language/languages.ts'
import { useLanguage } from '#ui/language/words.ts'
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
        {LANGUAGES.map((language) => (
          <Menu.RadioItem
            key={language.code}
            lang={language.code}
            value={language.code}
            checked={language.code === current}
            checkIcon={<IconCheck size={16} aria-hidden />}
            closeMenuOnClick
            onChange={() => onChoose(tagOf(language, tags))}
          >
            {language.name}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
