import type { words as english } from '../en/employee-tab.ts'

export const words: typeof english = {
  requests: {
    title: 'Demandes',
    subject: 'Objet',
    form: 'Formulaire',
    status: 'Statut',
    due: 'Échéance',
    updated: 'Dernière modification',
    none: 'Aucune demande',
    noneText: 'Les demandes de ce salarié apparaîtront ici.',
    new: 'Nouvelle demande',
  },
}
