import type { words as english } from '../en/people.ts'

export const words: typeof english = {
  employee: 'Salarié',
  employeeSearch: 'Nom ou matricule',
  nobody: 'Aucune personne trouvée',
  searching: 'Recherche…',
  searchManagers: 'Rechercher un gestionnaire',
  noManager: 'Aucune personne trouvée',
}
