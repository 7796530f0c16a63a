import type { words as english } from '../en/employee-tab.ts'

export const words: typeof english = {
  title: 'Signatures',
  name: 'Titre',
  status: 'État',
  signers: 'Signataires',
  signed: 'Signatures\u00a0: {{done}} sur {{all}}',
  expiry: 'Échéance',
  created: 'Créée',
  states: {
    draft: 'Brouillon',
    signing: 'En signature',
    signed: 'Signée',
    sent: 'Envoyée',
    done: 'Classée',
    rejected: 'Refusée',
    expired: 'Expirée',
    canceled: 'Annulée',
  },
  make: 'Nouvelle signature',
  none: 'Aucune signature',
  noneText: 'Les documents signés pour ce dossier apparaîtront ici.',
}
