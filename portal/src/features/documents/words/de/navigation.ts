import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  documents: 'Dokumente',
  vault: 'Tresor',
  employees: 'Mitarbeitende',
  companyDocuments: 'Firmendokumente',
  documentTypes: 'Dokumenttypen',
  overview: 'Übersicht',
}
