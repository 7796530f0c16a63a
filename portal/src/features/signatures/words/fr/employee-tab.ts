import type { words as english } from '../en/employee-tab.ts'

export const words: typeof english = {
  title: 'Signatures',
  name: 'Titre',
  status: 'État',
  signers: 'Signataires',
  signed: 'Signatures\u00a0: {{done}} sur {{all}}',
  expiry: 'Échéance',
  created: 'Créé',
  states: {
    draft: 'Brouillon',
    signing: 'En signature',
    signed: 'Signé',
    sent: 'Envoyé',
    done: 'Classé',
    rejected: 'Refusé',
    expired: 'Expiré',
    canceled: 'Annulé',
  },
  make: 'Nouvelle signature',
  none: 'Aucune signature',
  noneText: 'Les documents signés pour ce dossier apparaîtront ici.',
}
