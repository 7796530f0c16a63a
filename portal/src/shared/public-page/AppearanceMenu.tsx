import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useWords } from '#ui/language/words.ts'
import { AppearanceButton } from './MenuButtons.tsx'
import type { MenuStart } from './MenuOnDemand.tsx'
import { publicPageWords } from './words.ts'

const CHOICES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

/** Light, dark, or like the system; kept by this browser. */
export function AppearanceMenu({ defaultOpened, autoFocus }: MenuStart) {
  const t = useWords(publicPageWords)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" withinPortal defaultOpened={defaultOpened}>
      <Menu.Target>
        <AppearanceButton autoFocus={autoFocus} />
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ value, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={value === colorScheme}
            checkIcon={<IconCheck size={16} aria-hidden />}
            rightSection={<Icon size={16} stroke={1.75} aria-hidden />}
            closeMenuOnClick
            onChange={() => setColorScheme(value)}
          >
            {t(`appearance.${value}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
