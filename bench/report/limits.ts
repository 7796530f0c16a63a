import { settingSchema } from '../../server/src/config.ts'
import { MAX_ITEMS } from '../../server/src/modules/bulk/select-items.ts'
import { MAX_DIMENSIONS } from '../../server/src/modules/datasets/definitions/dimension.ts'
import { MAX_BULK_VALUES } from '../../server/src/modules/datasets/definitions/schemas.ts'
import { MAX_BULK_EMPLOYEES } from '../../server/src/modules/directory/employees/schemas.ts'
import { MAX_LEVELS } from '../../server/src/modules/directory/organizations/put-organization.ts'
import { MAX_PROFILES } from '../../server/src/modules/directory/users/schemas.ts'
import { MAX_PIECES } from '../../server/src/modules/distributions/reading/piece.ts'
import { MAX_MANAGER_BYTES } from '../../server/src/modules/imports/managers/receive-manager-file.ts'
import { FormInput } from '../../server/src/modules/requests/forms/schemas.ts'
import { MAX_FILES } from '../../server/src/modules/requests/submission/receive-request.ts'
import { MAX_SIGNERS } from '../../server/src/modules/signatures/processes/schemas.ts'
import { MAX_IN_FLIGHT } from '../../server/src/modules/webhooks/dispatch/claim.ts'
import { RETRY_DELAYS_MS } from '../../server/src/modules/webhooks/dispatch/retry-schedule.ts'
import { MAX_WEBHOOKS } from '../../server/src/modules/webhooks/subscriptions/create-webhook.ts'
import { JSON_LIMIT_BYTES } from '../../server/src/platform/http/bodies/json-body.ts'
import type { Table } from './findings.ts'

type Operation = { parameters?: { name?: string; schema?: { maximum?: number } }[] }
/** The part of an OpenAPI document that says how large a page may be. */
export type Paths = { paths: Record<string, Record<string, Operation>> }

const MIB = 1024 * 1024
const whole = (value: number) => value.toLocaleString('en-US')

/** What a caller may ask for at most, from the constants by which the service refuses more. */
export function limits(openapi: Paths): Table {
  const upload = settingSchema('MAX_UPLOAD_MB')
  const calls = settingSchema('RATE_LIMIT_PER_MINUTE')
  const rows: [what: string, limit: string][] = [
    [
      'an uploaded file',
      `${whole(Number(upload.default))} MiB; \`MAX_UPLOAD_MB\` allows up to ${whole(upload.maximum ?? 0)}`,
    ],
    ['a file of managers to import', `${MAX_MANAGER_BYTES / MIB} MiB`],
    ['a body of JSON', `${JSON_LIMIT_BYTES / MIB} MiB, after decompression`],
    ...pageSizes(openapi),
    ['values in one call of `values/bulk`', whole(MAX_BULK_VALUES)],
    ['employees in one call of `employees/bulk`', whole(MAX_BULK_EMPLOYEES)],
    ['people or requests in one bulk action', whole(MAX_ITEMS)],
    ['levels of a data set', whole(MAX_DIMENSIONS)],
    ['levels of organizations', whole(MAX_LEVELS)],
    ['profiles of a manager', whole(MAX_PROFILES)],
    ['fields of a form', whole((FormInput.properties.fields as { maxItems?: number }).maxItems ?? 0)],
    ['files of a comment on a request', whole(MAX_FILES)],
    ['documents of a distribution', whole(MAX_PIECES)],
    ['signers of a signature process', whole(MAX_SIGNERS)],
    ['webhooks of a client', whole(MAX_WEBHOOKS)],
    ['callbacks to one endpoint at the same time', whole(MAX_IN_FLIGHT)],
    ['tries of a callback, the first one included', whole(RETRY_DELAYS_MS.length + 1)],
    [
      'calls a minute of an application or API key, in each process',
      `${whole(Number(calls.default))}; \`RATE_LIMIT_PER_MINUTE\` sets another`,
    ],
  ]
  return { head: ['Of', 'At most'], rows }
}

/** The largest page of most lists, and the lists that have larger ones. */
function pageSizes({ paths }: Paths): [string, string][] {
  const sizes = Object.entries(paths).flatMap(([path, { get }]) => {
    const maximum = get?.parameters?.find(({ name }) => name === 'per_page')?.schema?.maximum
    return maximum === undefined ? [] : [{ path, maximum }]
  })
  const usual = Math.min(...sizes.map(({ maximum }) => maximum))
  const others = sizes.filter(({ maximum }) => maximum !== usual)
  return [
    ['a page of a list of `/api/v2/client`', whole(usual)],
    ...others.map(({ path, maximum }): [string, string] => [`a page of \`GET ${path}\``, whole(maximum)]),
  ]
}
