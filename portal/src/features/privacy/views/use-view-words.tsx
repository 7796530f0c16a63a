import { IconApi, IconSettings, IconUser, IconUserCircle, IconUsers, type TablerIcon } from '@tabler/icons-react'
import type { View } from '#features/privacy/my-data.api.ts'
import { myDataWords } from '#features/privacy/words.ts'
import { useKnownWord, useWords } from '#ui/language/words.ts'

export const VIEWER_ICONS: Record<View['who'], TablerIcon> = {
  me: IconUserCircle,
  manager: IconUser,
  application: IconApi,
  system: IconSettings,
  other: IconUsers,
}

/** Who did what, in words. */
export function useViewWords() {
  const t = useWords(myDataWords)
  const known = useKnownWord(myDataWords)
  return {
    who: ({ who, name }: View) =>
      name !== null && (who === 'manager' || who === 'application')
        ? t(`views.named.${who}`, { name })
        : t(`views.viewer.${who}`),
    what: ({ action }: View) => known(`views.action.${action}`) ?? t('views.otherAction'),
  }
}

export const documentPath = (id: string) => `/portal/documents/${id}`
