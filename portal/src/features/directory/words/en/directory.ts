import { words as customFields } from './custom-fields.ts'
import { words as organization } from './organizations.ts'
import { words as people } from './people.ts'
import { words as person } from './person.ts'
import { words as roles } from './roles.ts'

export const words = {
  organizations: { title: 'Organizations' },
  people,
  person,
  roles,
  customFields,
  organization,
  refused: {
    beyondOwn: 'This would grant more permissions than you have, or change someone who has more than you.',
    ownLogIn: 'You cannot change your own permissions or log-in. Ask another administrator.',
    inactive: 'The log-in is switched off. Switch it on first.',
  },
}
