import type { IsolationCase, World } from '../isolation-case.ts'
import { administrationCases } from './admin.ts'
import { articleCases } from './articles.ts'
import { bulkCases } from './bulk.ts'
import { distributionCases, importCases } from './distribution.ts'
import { employeeCases } from './employee.ts'
import { folderCases } from './folder.ts'
import { privacyCases } from './privacy.ts'
import { requestCases } from './requests.ts'
import { sessionCases } from './session.ts'
import { signatureCases } from './signatures.ts'

/** What each feature has to say of its calls. */
export const ALL_CASES: ((world: World) => Promise<IsolationCase[]>)[] = [
  administrationCases,
  articleCases,
  bulkCases,
  distributionCases,
  importCases,
  employeeCases,
  folderCases,
  privacyCases,
  requestCases,
  sessionCases,
  signatureCases,
]
