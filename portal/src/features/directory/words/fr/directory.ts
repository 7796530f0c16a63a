import type { words as english } from '../en/directory.ts'
import { words as customFields } from './custom-fields.ts'
import { words as organization } from './organizations.ts'
import { words as people } from './people.ts'
import { words as person } from './person.ts'
import { words as roles } from './roles.ts'

export const words: typeof english = {
  organizations: { title: 'Organisations' },
  people,
  person,
  roles,
  customFields,
  organization,
  refused: {
    beyondOwn: 'Cela donnerait plus de droits que vous n’en avez, ou modifierait une personne qui en a plus que vous.',
    ownLogIn:
      'Vous ne pouvez pas modifier vos propres droits ni votre propre accès. Adressez-vous à un autre administrateur.',
    inactive: 'L’accès est désactivé. Réactivez-le d’abord.',
  },
}
