import type { words as english } from '../en/notes.ts'

export const words: typeof english = {
  notes: {
    title: 'Notas',
    text: 'Solo para responsables. El empleado no las ve nunca.',
    add: 'Añadir una nota',
    save: 'Guardar la nota',
    saved: 'Se ha guardado la nota.',
    description: 'Nota',
    needed: 'Escriba una nota.',
    remindDate: 'Recordar el',
    remindHelp: 'Los lectores reciben un correo en esa fecha.',
    readersField: 'Lectores',
    readersHelp: 'Usted siempre puede leer sus propias notas.',
    clearReaders: 'Quitar todos los lectores',
    readers: 'La leen: {{names}}',
    everyone: 'Todos los responsables que ven este expediente',
    somebody: 'Autor desconocido',
    reminds: 'Recordatorio el {{date}}',
    reminded: 'Recordada el {{date}}',
    delete: 'Eliminar la nota',
    deleted: 'Se ha eliminado la nota.',
    more: 'Mostrar notas anteriores',
    none: 'Todavía no hay notas',
    noneText: 'Deje una nota a sus compañeros y fije la fecha de un recordatorio.',
  },
}
