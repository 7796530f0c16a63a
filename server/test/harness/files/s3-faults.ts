import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Before } from './s3.ts'

export type IsIt = (request: IncomingMessage) => boolean

export const isPut: IsIt = ({ method, url = '' }) => method === 'PUT' && !url.includes('partNumber')
export const isPart: IsIt = ({ method, url = '' }) => method === 'PUT' && url.includes('partNumber')
export const isCompletion: IsIt = ({ method, url = '' }) => method === 'POST' && url.includes('uploadId')
export const isAbort: IsIt = ({ method, url = '' }) => method === 'DELETE' && url.includes('uploadId')
export const isHead: IsIt = ({ method }) => method === 'HEAD'
export const isGet: IsIt = ({ method }) => method === 'GET'
/** The read of a range that follows the opening of an object. */
export const isRead: IsIt = ({ headers }) => 'if-match' in headers

/** Answers with an error of S3, once all of the request has come. */
export function refusing(
  isIt: IsIt,
  status = 403,
  code = 'AccessDenied',
  headers: Record<string, string> = {},
): Before {
  return (request, response) => {
    if (!isIt(request)) return false
    const body = `<Error><Code>${code}</Code><Message>no</Message></Error>`
    request.resume().on('end', () => response.writeHead(status, headers).end(body))
    return true
  }
}

/** Says yes and does nothing. */
export function lying(isIt: IsIt, body: string, headers: Record<string, string> = {}): Before {
  return (request, response) => {
    if (!isIt(request)) return false
    request.resume().on('end', () => response.writeHead(200, headers).end(body))
    return true
  }
}

/** Hangs up after so many bytes of the request. */
export function cuttingUploads(isIt: IsIt, afterBytes: number): Before {
  return (request) => {
    if (!isIt(request)) return false
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength
      if (bytes >= afterBytes) request.destroy()
    })
    return true
  }
}

/** Hands on the call, and hangs up when its answer comes. */
export function losingAnswers(isIt: IsIt): Before {
  return (request, _response, forward) => {
    if (!isIt(request)) return false
    forward((_chunk, response) => void response.destroy())
    return true
  }
}

/** Hands on the beginning of the answer, and then hangs up, or falls silent. */
export function cuttingAnswers(
  isIt: IsIt,
  afterBytes: number,
  hangUp = (response: ServerResponse) => void response.destroy(),
): Before {
  return (request, _response, forward) => {
    if (!isIt(request)) return false
    let left = afterBytes
    forward((chunk, response) => {
      if (response.destroyed) return
      if (!chunk) return void (left > 0 && response.end())
      const part = chunk.subarray(0, left)
      left -= part.byteLength
      response.flushHeaders()
      response.write(part, () => left === 0 && hangUp(response))
    })
    return true
  }
}

/** Takes its time for every call. */
export function delaying(isIt: IsIt, milliseconds: number): Before {
  return (request, _response, forward) => {
    if (!isIt(request)) return false
    setTimeout(forward, milliseconds)
    return true
  }
}

/** Does so this often, and then no more. */
export function times(count: number, before: Before): Before {
  let left = count
  return (...call) => {
    if (left === 0 || !before(...call)) return false
    left -= 1
    return true
  }
}
