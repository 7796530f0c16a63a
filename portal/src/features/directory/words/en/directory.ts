import * as customFieldWords from './custom-fields.ts'
import * as organizationWords from './organizations.ts'
import * as peopleWords from './people.ts'
import * as personWords from './person.ts'
import * as roleWords from './roles.ts'

export const en = {
  organizations: { title: 'Organizations' },
  people: peopleWords.en,
  person: personWords.en,
  roles: roleWords.en,
  customFields: customFieldWords.en,
  organization: organizationWords.en,
  refused: {
    beyondOwn: 'This would grant more permissions than you have, or change someone who has more than you.',
    ownLogIn: 'You cannot change your own permissions or log-in. Ask another administrator.',
    inactive: 'The log-in is switched off. Switch it on first.',
  },
}

export const fr: typeof en = {
  organizations: { title: 'Organisations' },
  people: peopleWords.fr,
  person: personWords.fr,
  roles: roleWords.fr,
  customFields: customFieldWords.fr,
  organization: organizationWords.fr,
  refused: {
    beyondOwn: 'Cela donnerait plus de droits que vous n’en avez, ou modifierait une personne qui en a plus que vous.',
    ownLogIn:
      'Vous ne pouvez pas modifier vos propres droits ni votre propre accès. Adressez-vous à un autre administrateur.',
    inactive: 'L’accès est désactivé. Réactivez-le d’abord.',
  },
}
