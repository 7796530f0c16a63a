import type { words as english } from '../en/history.ts'

export const words: typeof english = {
  history: {
    title: 'Historial',
    more: 'Mostrar entradas anteriores',
    none: 'Todavía no hay historial',
    noneText: 'Los cambios del empleado y de su expediente aparecerán aquí.',
    by: 'por {{name}}',
    byApplication: 'por la aplicación {{name}}',
    bySystem: 'por el sistema',
    events: {
      employee_created: 'Empleado añadido',
      employee_updated: 'Empleado modificado',
      employee_deleted: 'Empleado eliminado',
      employee_restored: 'Empleado restaurado',
      note_created: 'Nota escrita',
      employee_document_created: 'Documento archivado:',
      employee_document_updated: 'Documento modificado:',
      employee_document_trashed: 'Documento movido a la papelera:',
      employee_document_restored: 'Documento restaurado:',
      employee_document_deleted: 'Documento eliminado:',
      employee_document_unlinked: 'Documento retirado de la caja fuerte:',
      legal_hold_created: 'Documento en retención legal:',
      legal_hold_deleted: 'Retención legal levantada:',
      vault_link_deleted: 'Caja fuerte desvinculada',
      request_created: 'Solicitud creada:',
      request_updated: 'Solicitud modificada:',
      request_commented: 'Mensaje en la solicitud',
      request_deleted: 'Solicitud eliminada:',
    },
  },
}
