export const words = {
  documents: 'Documents',
  vault: 'Vault',
  employees: 'Employees',
  companyDocuments: 'Company documents',
  documentTypes: 'Document types',
  overview: 'Overview',
}
