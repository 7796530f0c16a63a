import {
  ActionIcon,
  Avatar,
  Button,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { languageOf } from '#kernel/language/languages.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { useLanguage, useWords } from '#ui/language/words.ts'
import { initialsOf } from '#ui/text/PersonChip.tsx'
import classes from './MenuButtons.module.css'
import { publicPageWords } from './words.ts'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style' | 'disabled'>

export function AccountButton(props: ButtonProps) {
  const t = useWords(publicPageWords)
  const { person } = useSession()
  const name = fullName(person)
  return (
    <UnstyledButton {...props} className={classes.account}>
      <Avatar size={32} radius="xl" className={classes.avatar}>
        {initialsOf(name)}
      </Avatar>
      <VisuallyHidden>{t('account.menu', { name })}</VisuallyHidden>
    </UnstyledButton>
  )
}

export function AppearanceButton(props: ButtonProps) {
  const t = useWords(publicPageWords)
  const { colorScheme } = useMantineColorScheme()
  const Icon = useComputedColorScheme('light') === 'dark' ? IconMoon : IconSun
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      size={36}
      aria-label={`${t('appearance.label')}: ${t(`appearance.${colorScheme}`)}`}
      {...props}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

export function LanguageButton(props: ButtonProps) {
  const t = useWords(publicPageWords)
  const language = useLanguage()
  return (
    <Button
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      px="xs"
      leftSection={<IconLanguage size={18} stroke={1.75} aria-hidden />}
      {...props}
    >
      {language.toUpperCase()}
      <VisuallyHidden>{`${t('language.label')}: ${languageOf(language)?.name}`}</VisuallyHidden>
    </Button>
  )
}
