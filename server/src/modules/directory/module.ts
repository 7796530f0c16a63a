import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { backfillCanonicalEmails } from './accounts/backfill-canonical-emails.ts'
import { mailLogInNotice } from './accounts/jobs.ts'
import { keptProfile } from './employees/kept-profile.ts'
import { managerDirectoryRoutes } from './employees/routes.manager.ts'
import { peopleRoutes } from './people/routes.admin.ts'
import { profileRoutes } from './people/routes.employee.ts'
import { logInCollector } from './personal-data/collect-account.ts'
import { employeeCollector } from './personal-data/collect-employee.ts'
import { directoryColumns } from './personal-data/columns.ts'
import { employeeEraser } from './personal-data/erase-employee.ts'
import { logInEraser } from './personal-data/erase-log-in.ts'
import { directoryRoutes } from './routes.v2.ts'
import { directorySections } from './setup-sections.ts'

type Deps = { db: Db; cursors: Cursors }

export const directoryModule: ModuleDeclaration<Deps> = {
  name: 'directory',
  tables: [
    'organizations',
    'organization_groups',
    'custom_fields',
    'roles',
    'saml_identity_providers',
    'users',
    'profiles',
    'profile_organizations',
    'employees',
    'erased_employees',
    'registrations',
    'accounts',
    'account_links',
  ],
  events: [
    'account',
    'employee',
    'user',
    'organization',
    'organization_group',
    'custom_field',
    'saml_identity_provider',
    'role',
  ],
  permissions: [
    'employees',
    'users',
    'accounts',
    'organizations',
    'organization_groups',
    'roles',
    'custom_fields',
    'saml_identity_providers',
  ],
  jobs: [mailLogInNotice],
  onStart: backfillCanonicalEmails,
  setupSections: directorySections,
  keptData: [keptProfile],
  personalData: {
    columns: directoryColumns,
    collectors: [employeeCollector, logInCollector],
    erasers: [employeeEraser, logInEraser],
  },
  routes: {
    v2: (deps) => [directoryRoutes(deps)],
    employee: (deps) => [profileRoutes(deps)],
    manager: (deps) => [managerDirectoryRoutes(deps)],
    admin: (deps) => [directoryRoutes(deps, { isTranslated: true }), peopleRoutes(deps)],
  },
  chapters: {
    'Custom fields': 'Fields that a client adds to its employees.',
    Employees: 'The people whose documents and requests the service stores.',
    'Organization groups': 'Named sets of organizations.',
    Organizations: 'The tree of organizations that employees and managers belong to.',
    Roles: 'Roles: the permissions of managers.',
    'SAML identity providers': 'Single sign-on of a client.',
    Users: 'Managers: their roles and the organizations that each covers.',
  },
}
