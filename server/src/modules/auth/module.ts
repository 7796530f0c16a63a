import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Db } from '#platform/db/db.ts'
import { linkRoutes } from './account-links/routes.public.ts'
import { accountResourceRoutes } from './accounts/account-resource.ts'
import { addressRoutes } from './accounts/routes.public.ts'
import { type CredentialDeps, credentialRoutes } from './credentials/routes.admin.ts'
import { apiKeysSection, applicationsSection } from './credentials/setup-sections.ts'
import { expireTokens, mailConfirmation, mailLinkCode, mailPasswordLinks } from './jobs.ts'
import { encryptedLinks } from './passwords/password-links.ts'
import {
  type InvitationRouteDeps,
  invitationRoutes,
  passwordRoutes,
  signInOptionRoutes,
} from './passwords/routes.public.ts'
import { sessionCollector } from './personal-data/collect-sessions.ts'
import { authColumns } from './personal-data/columns.ts'
import { proofEraser } from './personal-data/erase-proofs.ts'
import type { SessionDeps } from './sessions/log-in.ts'
import { accountRoutes } from './sessions/routes.admin.ts'
import { sessionRoutes } from './sessions/routes.public.ts'
import { samlRoutes } from './single-sign-on/routes.public.ts'
import { signedLinkRoutes } from './single-sign-on/signed-link-routes.public.ts'
import { tokenRoutes } from './tokens/routes.v2.ts'

type Deps = SessionDeps & CredentialDeps & InvitationRouteDeps & { db: Db }

export const authModule: ModuleDeclaration<Deps> = {
  name: 'auth',
  tables: [
    'applications',
    'access_tokens',
    'api_keys',
    'api_key_hashes',
    'known_networks',
    'login_failures',
    'password_links',
    'saml_requests',
    'demo_log_ins',
    'sessions',
    'used_proofs',
    'account_email_changes',
    'account_link_codes',
  ],
  permissions: ['applications'],
  jobs: [expireTokens, mailConfirmation, mailLinkCode, mailPasswordLinks],
  encryptedJobFields: [encryptedLinks],
  setupSections: [applicationsSection, apiKeysSection],
  personalData: { columns: authColumns, collectors: [sessionCollector], erasers: [proofEraser] },
  routes: {
    v2: (deps) => [accountResourceRoutes(deps), tokenRoutes(deps.auth)],
    public: (deps) => [
      addressRoutes(deps),
      linkRoutes(deps),
      passwordRoutes(deps),
      sessionRoutes(deps),
      signInOptionRoutes(deps),
    ],
    admin: (deps) => [accountResourceRoutes(deps), accountRoutes, credentialRoutes(deps), invitationRoutes(deps)],
    sso: (deps) => [signedLinkRoutes(deps)],
    saml: (deps) => [samlRoutes(deps)],
  },
  chapters: {
    Accounts: 'Log-ins of employees, managers and administrators.',
    Tokens: 'Access tokens of applications.',
  },
}
