import { articles } from '#features/articles/feature.ts'
import { audit } from '#features/audit/feature.ts'
import { auth } from '#features/auth/feature.ts'
import { bulk } from '#features/bulk/feature.ts'
import { datasets } from '#features/datasets/feature.ts'
import { directory } from '#features/directory/feature.ts'
import { distributions } from '#features/distributions/feature.ts'
import { documents } from '#features/documents/feature.ts'
import { events } from '#features/events/feature.ts'
import { governance } from '#features/governance/feature.ts'
import { help } from '#features/help/feature.ts'
import { home } from '#features/home/feature.ts'
import { imports } from '#features/imports/feature.ts'
import { mails } from '#features/mails/feature.ts'
import { notes } from '#features/notes/feature.ts'
import { privacy } from '#features/privacy/feature.ts'
import { requests } from '#features/requests/feature.ts'
import { search } from '#features/search/feature.ts'
import { signatures } from '#features/signatures/feature.ts'
import { system } from '#features/system/feature.ts'
import { webhooks } from '#features/webhooks/feature.ts'
import type { Feature } from '#kernel/pages/feature.ts'

/** Everything the portal is made of. A new feature is a folder, and a name here; hits of the search follow this order. */
export const FEATURES: readonly Feature[] = [
  home,
  documents,
  articles,
  requests,
  search,
  directory,
  notes,
  signatures,
  distributions,
  imports,
  bulk,
  governance,
  audit,
  datasets,
  webhooks,
  events,
  auth,
  system,
  mails,
  privacy,
  help,
]
