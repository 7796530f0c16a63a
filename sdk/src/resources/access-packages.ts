import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { at, fileOf, headersOf } from '../http/answer-of.ts'
import { resource } from './resource.ts'

const LIST = '/api/v2/client/access_packages'
const ONE = `${LIST}/{id}` as const

/** Access packages: everything that is kept about an employee, in a ZIP. */
export function accessPackages(raw: Client<paths>) {
  return {
    ...resource(raw, LIST, ONE, {}),
    /** The ZIP, once it is ready. */
    file: (id: string) => fileOf(raw.GET(`${ONE}/file`, { ...at({ id }), parseAs: 'stream' })),
    fileHeaders: (id: string) => headersOf(raw.HEAD(`${ONE}/file`, { ...at({ id }) })),
  }
}
