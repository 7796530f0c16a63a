import type { words as english } from '../en/employee-tab.ts'

export const words: typeof english = {
  requests: {
    title: 'Solicitudes',
    subject: 'Asunto',
    form: 'Formulario',
    status: 'Estado',
    due: 'Fecha límite',
    updated: 'Último cambio',
    none: 'No hay solicitudes',
    noneText: 'Las solicitudes de este empleado aparecerán aquí.',
    new: 'Nueva solicitud',
  },
}
