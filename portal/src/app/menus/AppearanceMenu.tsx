import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useWords } from './i18n.ts'

const CHOICES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

/** Light, dark, or like the system; kept by this browser. */
export function AppearanceMenu() {
  const t = useWords('app')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const computed = useComputedColorScheme('light')
  const Shown = computed === 'dark' ? IconMoon : IconSun
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size={36}
          aria-label={`${t('appearance.label')}: ${t(`appearance.${colorScheme}`)}`}
        >
          <Shown size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ value, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            rightSection={value === colorScheme ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => setColorScheme(value)}
          >
            {t(`appearance.${value}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
