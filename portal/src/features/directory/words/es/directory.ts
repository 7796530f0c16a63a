import type { words as english } from '../en/directory.ts'
import { words as customFields } from './custom-fields.ts'
import { words as organization } from './organizations.ts'
import { words as people } from './people.ts'
import { words as person } from './person.ts'
import { words as roles } from './roles.ts'

export const words: typeof english = {
  organizations: { title: 'Organizaciones' },
  people,
  person,
  roles,
  customFields,
  organization,
  refused: {
    beyondOwn: 'Esto concedería más permisos de los que usted tiene, o modificaría a una persona que tiene más.',
    ownLogIn: 'No puede modificar sus propios permisos ni su acceso. Pídaselo a otro administrador.',
    inactive: 'El acceso está desactivado. Actívelo primero.',
  },
}
