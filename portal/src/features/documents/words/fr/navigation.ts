import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  documents: 'Documents',
  vault: 'Coffre-fort',
  employees: 'Salariés',
  companyDocuments: 'Documents d’entreprise',
  documentTypes: 'Types de documents',
  overview: 'Synthèse',
}
