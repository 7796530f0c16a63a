import type { Feature } from '#kernel/pages/feature.ts'
import { lazyComponent, lazyPage } from '#kernel/pages/lazy-page.ts'
import { keptWords } from '#shared/governance/words.ts'
import { peopleWords } from '#shared/people/words.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords, noteWords } from './words.ts'

export const notes: Feature = {
  id: 'notes',
  employeeTabs: [
    {
      path: '/notes',
      label: word(navigationWords, 'notes'),
      order: 30,
      permission: 'notes:read',
      component: lazyPage(() => import('./EmployeeNotesTab.tsx'), 'EmployeeNotesTab', [
        keptWords,
        noteWords,
        peopleWords,
      ]),
    },
  ],
  documentPanel: lazyComponent(() => import('./DocumentNotes.tsx').then((module) => module.DocumentNotes)),
}
