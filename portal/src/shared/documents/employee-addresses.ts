/** Where an employee finds documents, as the calls name it. */
export type DocumentCollection = 'documents' | 'company_documents' | 'vault'

/** Where the bytes of a document are. */
export function addressesOf(place: DocumentCollection, id: string) {
  const base = `/portal/api/me/${place}/${encodeURIComponent(id)}`
  return {
    file: `${base}/file`,
    download: `${base}/file?download=true`,
    page: (page: number) => `${base}/pages/${page}`,
    preview: `${base}/image`,
    thumbnail: `${base}/image?size=thumbnail`,
  }
}
