import { Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { LANGUAGES, type Language, useWords } from './i18n.ts'

type LanguageMenuProps = {
  current: Language
  onChoose: (tag: string) => void /** Languages of the client, whose tags are used. */
  tags?: string[]
}

/** The language switch. */
export function LanguageMenu({ current, onChoose, tags = [] }: LanguageMenuProps) {
  const t = useWords('app')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="xs"
          leftSection={<IconLanguage size={18} stroke={1.75} aria-hidden />}
        >
          {current.toUpperCase()}
          <VisuallyHidden>{`${t('language.label')}: ${LANGUAGES[current].name}`}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(LANGUAGES) as Language[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === current}
            rightSection={language === current ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => onChoose(tags.find((tag) => tag.startsWith(language)) ?? LANGUAGES[language].tag)}
          >
            {LANGUAGES[language].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
