import type { RequestMailWords } from '#modules/requests/mail/request-mail-words.ts'

export const words: RequestMailWords = {
  newRequest: (title) => `Nueva solicitud: ${title}`,
  greeting: (name, news) => `Hola, ${name}: ${news}`,
  updates: {
    manager: {
      created: () => 'se le ha asignado una solicitud nueva.',
      assigned: () => 'esta solicitud se le ha asignado a usted.',
      moved: ({ status }) => `el estado de esta solicitud ha cambiado a «${status}».`,
      commented: ({ author }) =>
        author ? `${author} ha comentado esta solicitud.` : 'hay un comentario nuevo en esta solicitud.',
    },
    employee: {
      created: () => 'se ha creado una solicitud que le concierne.',
      moved: ({ status }) => `el estado de su solicitud ha cambiado a «${status}».`,
      commented: ({ author }) =>
        author ? `${author} ha comentado su solicitud.` : 'hay un comentario nuevo en su solicitud.',
    },
  },
  internal: 'El comentario es interno: el empleado no lo ve.',
  form: 'Formulario',
  employee: 'Empleado',
  creator: 'Creada por',
  priority: 'Prioridad',
  priorities: { LOW: 'Baja', URGENT: 'Urgente' },
  due: 'Fecha límite',
  status: 'Estado',
  statuses: { created: 'Recibida', open: 'En curso', pending: 'En espera', closed: 'Cerrada' },
  open: 'Abrir la solicitud',
  footer: {
    manager: 'Recibe este correo porque la solicitud está asignada a usted.',
    employee: 'Recibe este correo porque la solicitud le concierne.',
  },
}
