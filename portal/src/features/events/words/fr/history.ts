import type { words as english } from '../en/history.ts'

export const words: typeof english = {
  history: {
    title: 'Historique',
    more: 'Afficher la suite',
    none: 'Aucun historique pour le moment',
    noneText: 'Les modifications du salarié et de son dossier apparaîtront ici.',
    by: 'par {{name}}',
    byApplication: 'par l’application {{name}}',
    bySystem: 'par le système',
    events: {
      employee_created: 'Salarié ajouté',
      employee_updated: 'Salarié modifié',
      employee_deleted: 'Salarié supprimé',
      employee_restored: 'Salarié rétabli',
      note_created: 'Note rédigée',
      employee_document_created: 'Document classé\u00a0:',
      employee_document_updated: 'Document modifié\u00a0:',
      employee_document_trashed: 'Document mis à la corbeille\u00a0:',
      employee_document_restored: 'Document restauré\u00a0:',
      employee_document_deleted: 'Document supprimé\u00a0:',
      employee_document_unlinked: 'Document retiré du coffre-fort\u00a0:',
      legal_hold_created: 'Mise en conservation légale\u00a0:',
      legal_hold_deleted: 'Levée de la conservation légale\u00a0:',
      vault_link_deleted: 'Coffre-fort dissocié',
      request_created: 'Demande créée\u00a0:',
      request_updated: 'Demande modifiée\u00a0:',
      request_commented: 'Message sur la demande',
      request_deleted: 'Demande supprimée\u00a0:',
    },
  },
}
