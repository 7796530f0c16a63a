import type { words as english } from '../en/request-status.ts'

export const words: typeof english = {
  status: { created: 'Recibida', open: 'En curso', pending: 'En espera', closed: 'Cerrada' },
  explained: {
    created: 'RR.\u00a0HH. ha recibido su solicitud y le responderá.',
    createdAnswered: 'RR.\u00a0HH. ha respondido a su solicitud.',
    open: 'RR.\u00a0HH. está tramitando su solicitud.',
    openAnswered: 'RR.\u00a0HH. le ha respondido y está tramitando su solicitud.',
    pending: 'Su solicitud está en espera. RR.\u00a0HH. le responderá.',
    pendingAnswered: 'Su solicitud está en espera. Consulte el último mensaje de RR.\u00a0HH.',
    closed: 'RR.\u00a0HH. ha cerrado su solicitud.',
  },
  replied: 'Respuesta de RR.\u00a0HH.',
  due: {
    by: 'Hasta el {{date}}',
    today: 'Vence hoy',
    overdue: 'Vencida el {{date}}',
    none: 'Sin fecha límite',
  },
}
