import type { words as english } from '../en/people.ts'

export const words: typeof english = {
  employee: 'Empleado',
  employeeSearch: 'Nombre o número',
  nobody: 'No se ha encontrado a nadie',
  searching: 'Buscando…',
  searchManagers: 'Buscar responsables',
  noManager: 'No se ha encontrado a nadie',
}
