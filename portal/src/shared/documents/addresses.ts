import type { TextSource } from '#ui/files/page-texts.ts'
import { textOf } from './page-text.ts'

/** Where an employee finds documents, as the calls name it. */
export type DocumentCollection = 'documents' | 'company_documents' | 'vault'

/** Where the bytes of a document are. */
export type DocumentAddresses = {
  download: string
  page: (page: number) => string
  text: TextSource
  preview: string
  thumbnail: string
  /** The file for display in the page, where the server offers it. */
  inline?: string
}

export function employeeAddresses(collection: DocumentCollection, id: string): DocumentAddresses {
  const base = `/portal/api/me/${collection}/${encodeURIComponent(id)}`
  return { ...imagesOf(base), download: `${base}/file?download=true`, inline: `${base}/file` }
}

/** A manager reaches every document by its id; its file is always a download. */
export function managerAddresses(id: string): DocumentAddresses {
  const base = `/portal/api/manager/documents/${encodeURIComponent(id)}`
  return { ...imagesOf(base), download: `${base}/file` }
}

function imagesOf(base: string) {
  return {
    page: (page: number) => `${base}/pages/${page}`,
    text: textOf(base),
    preview: `${base}/image`,
    thumbnail: `${base}/image?size=thumbnail`,
  }
}
