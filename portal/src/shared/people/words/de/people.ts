import type { words as english } from '../en/people.ts'

export const words: typeof english = {
  employee: 'Mitarbeiter/in',
  employeeSearch: 'Name oder Nummer',
  nobody: 'Niemand gefunden',
  searching: 'Suche läuft …',
  searchManagers: 'Führungskräfte suchen',
  noManager: 'Niemand gefunden',
}
