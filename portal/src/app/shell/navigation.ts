import {
  IconBook2,
  IconFiles,
  IconHome2,
  IconLockSquareRounded,
  IconMessageCircle2,
  IconSignature,
} from '@tabler/icons-react'
import { appWords, navigationWords } from '#app/words.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import type { Session } from '#kernel/session/session.ts'
import { loadWords, word } from '#ui/language/words.ts'

export type { NavigationEntry, NavigationGroup } from '#kernel/pages/navigation-entry.ts'

export const EMPLOYEE_NAVIGATION: NavigationGroup[] = [
  {
    id: 'personal',
    label: word(appWords, 'nav.personal'),
    entries: [
      { id: 'home', path: '/portal', icon: IconHome2, label: word(appWords, 'nav.home'), tab: 'always', exact: true },
      {
        id: 'requests',
        path: '/portal/requests',
        icon: IconMessageCircle2,
        label: word(appWords, 'nav.requests'),
        tab: 'always',
      },
      {
        id: 'documents',
        path: '/portal/documents',
        icon: IconFiles,
        label: word(appWords, 'nav.documents'),
        tab: 'always',
      },
      {
        id: 'vault',
        path: '/portal/vault',
        icon: IconLockSquareRounded,
        label: word(appWords, 'nav.vault'),
        tab: 'spare',
      },
      {
        id: 'to_sign',
        path: '/portal/signatures',
        icon: IconSignature,
        label: word(appWords, 'nav.signatures'),
        tab: 'waiting',
        also: '/portal/sign',
      },
      {
        id: 'articles',
        path: '/portal/articles',
        icon: IconBook2,
        label: word(appWords, 'nav.articles'),
        tabLabel: word(appWords, 'nav.help'),
        tab: 'always',
      },
    ],
  },
]

/** The navigation of a person. That of managers is loaded for managers only. */
export async function loadNavigation(session: Session): Promise<NavigationGroup[]> {
  if (session.person.scope === 'employee') return EMPLOYEE_NAVIGATION
  // With its words: an entry that waited for them would hide the whole page once more.
  const [{ managerNavigation }] = await Promise.all([import('./manager-navigation.ts'), loadWords(navigationWords)])
  return managerNavigation(session)
}
