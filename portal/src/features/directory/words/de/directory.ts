import type { words as english } from '../en/directory.ts'
import { words as customFields } from './custom-fields.ts'
import { words as organization } from './organizations.ts'
import { words as people } from './people.ts'
import { words as person } from './person.ts'
import { words as roles } from './roles.ts'

export const words: typeof english = {
  organizations: { title: 'Organisationen' },
  people,
  person,
  roles,
  customFields,
  organization,
  refused: {
    beyondOwn:
      'Damit würden Sie mehr Berechtigungen erteilen, als Sie selbst haben, oder eine Person mit mehr Berechtigungen ändern.',
    ownLogIn:
      'Ihre eigenen Berechtigungen und Ihren Zugang können Sie nicht ändern. Bitten Sie eine andere Person der Administration.',
    inactive: 'Der Zugang ist deaktiviert. Aktivieren Sie ihn zuerst.',
  },
}
