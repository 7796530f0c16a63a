import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  documents: 'Documentos',
  vault: 'Caja fuerte',
  employees: 'Empleados',
  companyDocuments: 'Documentos de empresa',
  documentTypes: 'Tipos de documento',
  overview: 'Resumen',
}
