import type { words as english } from '../en/employee-tab.ts'

export const words: typeof english = {
  title: 'Firmas',
  name: 'Título',
  status: 'Estado',
  signers: 'Firmantes',
  signed: 'Firmas: {{done}} de {{all}}',
  expiry: 'Fecha límite',
  created: 'Creación',
  states: {
    draft: 'Borrador',
    signing: 'En firma',
    signed: 'Firmado',
    sent: 'Enviado',
    done: 'Archivado',
    rejected: 'Rechazado',
    expired: 'Caducado',
    canceled: 'Cancelado',
  },
  make: 'Nueva firma',
  none: 'No hay firmas',
  noneText: 'Los documentos firmados para este expediente aparecerán aquí.',
}
