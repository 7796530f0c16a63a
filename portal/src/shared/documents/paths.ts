export const documentPath = (id: string) => `/portal/manager/documents/${id}`
