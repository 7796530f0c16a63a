import { createHmac } from 'node:crypto'

export type DownloadToSign = {
  /** Where the service is, such as https://dossier.example.com. */
  baseUrl: string
  documentId: string
  /** The shared token of the client. It must never reach a browser; the address that is signed with it may. */
  sharedToken: string
  /** When it is signed; now, when left out. */
  at?: Date
}

/** An address that downloads one document, without further credentials, for five minutes. */
export function signDownload({ baseUrl, documentId, sharedToken, at = new Date() }: DownloadToSign): string {
  const timestamp = String(at.getTime() / 1000)
  const hash = createHmac('sha256', sharedToken).update(`${sharedToken}${documentId}${timestamp}`).digest('hex')
  const path = `/api/v1/enterprise/documents/${encodeURIComponent(documentId)}/download/`
  return `${baseUrl.replace(/\/+$/, '')}${path}?${new URLSearchParams({ timestamp, hash })}`
}
