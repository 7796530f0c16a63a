import { registerSearch } from './search.ts'

/** Who gives hits to the search of the header. What looks for them is loaded when somebody searches. */
const articles = () => import('../features/articles/search.ts')
const myDocuments = () => import('../features/documents/my-search.ts')
const folders = () => import('../features/folders/search.ts')
const requests = () => import('../features/requests/search.ts')

registerSearch({
  id: 'employees',
  label: (language) => (language === 'fr' ? 'Salariés' : 'Employees'),
  scope: 'manager',
  search: async (query, signal) => (await folders()).searchEmployees(query, signal),
})
registerSearch({
  id: 'manager-documents',
  label: () => 'Documents',
  scope: 'manager',
  search: async (query, signal) => (await folders()).searchDocuments(query, signal),
})
registerSearch({
  id: 'articles',
  label: (language) => (language === 'fr' ? 'Articles d’aide' : 'Help articles'),
  scope: 'employee',
  search: async (query, signal) => (await articles()).search('employee', query, signal),
})
registerSearch({
  id: 'manager-articles',
  label: () => 'Articles',
  scope: 'manager',
  search: async (query, signal) => (await articles()).search('manager', query, signal),
})
registerSearch({
  id: 'my-documents',
  label: (language) => (language === 'fr' ? 'Mes documents' : 'My documents'),
  scope: 'employee',
  search: async (query, signal) => (await myDocuments()).searchMyDocuments(query, signal),
})
registerSearch({
  id: 'my-company-documents',
  label: (language) => (language === 'fr' ? 'Documents d’entreprise' : 'Company documents'),
  scope: 'employee',
  search: async (query, signal) => (await myDocuments()).searchCompanyDocuments(query, signal),
})

registerSearch({
  id: 'forms',
  label: (language) => (language === 'fr' ? 'Formulaires' : 'Forms'),
  scope: 'employee',
  search: async (query, signal) => (await requests()).searchForms(query, signal),
})
registerSearch({
  id: 'my-requests',
  label: (language) => (language === 'fr' ? 'Mes demandes' : 'My requests'),
  scope: 'employee',
  search: async (query, signal) => (await requests()).searchMine(query, signal),
})
registerSearch({
  id: 'manager-requests',
  label: (language) => (language === 'fr' ? 'Demandes' : 'Requests'),
  scope: 'manager',
  search: async (query, signal) => (await requests()).searchDesk(query, signal),
})
registerSearch({
  id: 'people',
  label: (language) => (language === 'fr' ? 'Personnes et accès' : 'People and log-ins'),
  scope: 'manager',
  search: async (query, signal) => (await import('../features/directory/search.ts')).search(query, signal),
})
