import { sendAuthorized } from '../http/authorized-fetch.ts'
import { DossierError } from '../http/dossier-error.ts'
import type { TokenSource } from '../http/token-source.ts'
import type { Transport } from '../http/transport.ts'
import type { Schemas } from '../schemas.ts'

type Upload = Schemas['Upload']

/** What can be sent as a file. `openAsBlob` of `node:fs` makes a Blob of a file without reading it. */
export type UploadContent = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Files that later calls name by their ids. */
export function uploads(baseUrl: string, tokens: TokenSource, transport: Transport) {
  return {
    /**
     * Sends a file as it is read; it is never held as a whole. A stream can be sent only once: it is not sent again, not
     * even when its token turns out to be revoked.
     */
    async create(content: UploadContent, { filename, signal }: { filename: string; signal?: AbortSignal }) {
      const isRepeatable = content instanceof Blob || content instanceof Uint8Array
      const send = (token: string) => {
        const init: RequestInit = {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename*=UTF-8''${extendedValue(filename)}`,
          },
          body: content,
          duplex: 'half',
          // Otherwise `fetch` keeps a copy of all that was sent, for a redirect or a question for credentials.
          redirect: 'error',
          window: null,
          ...(signal ? { signal } : {}),
        }
        return transport.sendBody(`${baseUrl}/api/v2/client/uploads`, init, { isRepeatable })
      }
      const answer = await sendAuthorized(tokens, send, { isRepeatable, signals: [signal, transport.signal] })
      const body: unknown = await answer.json().catch(() => undefined)
      if (!answer.ok) throw new DossierError(answer, body)
      return body as Upload
    },
  }
}

/** RFC 8187: what `encodeURIComponent` leaves as it is, and this may not hold. */
function extendedValue(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())
  return encoded.replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
