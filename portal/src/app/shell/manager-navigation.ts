import {
  IconActivity,
  IconBook2,
  IconBuilding,
  IconBuildingCommunity,
  IconDatabase,
  IconFileDescription,
  IconFileImport,
  IconForms,
  IconHome2,
  IconKey,
  IconListDetails,
  IconLogin2,
  IconMail,
  IconMessageCircle2,
  IconSend2,
  IconServer2,
  IconShieldCheck,
  IconSignature,
  IconUserCog,
  IconUsers,
  IconWebhook,
  IconWritingSign,
} from '@tabler/icons-react'
import { navigationWords } from '#app/words.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { may, mayAdmin, type Session } from '#kernel/session/session.ts'
import { word } from '#ui/language/words.ts'

const GROUPS: NavigationGroup[] = [
  {
    id: 'work',
    label: word(navigationWords, 'work'),
    entries: [
      { id: 'home', path: '/portal/manager', icon: IconHome2, label: word(navigationWords, 'home'), exact: true },
      {
        id: 'requests',
        path: '/portal/manager/requests',
        icon: IconMessageCircle2,
        label: word(navigationWords, 'requests'),
        permission: 'requests:read',
      },
      {
        id: 'to_sign',
        path: '/portal/manager/to-sign',
        icon: IconSignature,
        label: word(navigationWords, 'toSign'),
        also: '/portal/sign',
      },
      {
        id: 'employees',
        path: '/portal/manager/employees',
        icon: IconUsers,
        label: word(navigationWords, 'employees'),
        permission: 'employees:read',
      },
      {
        id: 'company_documents',
        path: '/portal/manager/documents',
        icon: IconBuilding,
        label: word(navigationWords, 'documents'),
        permission: 'company_documents:read',
      },
      { id: 'articles', path: '/portal/manager/articles', icon: IconBook2, label: word(navigationWords, 'articles') },
      {
        id: 'distributions',
        path: '/portal/manager/distributions',
        icon: IconSend2,
        label: word(navigationWords, 'distributions'),
        permission: 'distributions:read',
      },
      {
        id: 'signatures',
        path: '/portal/manager/signatures',
        icon: IconSignature,
        label: word(navigationWords, 'signatures'),
        permission: 'signatures:read',
      },
      {
        id: 'imports',
        path: '/portal/manager/imports',
        icon: IconFileImport,
        label: word(navigationWords, 'imports'),
        permission: 'imports:read',
      },
    ],
  },
  {
    id: 'content',
    label: word(navigationWords, 'content'),
    admin: true,
    entries: [
      {
        id: 'document_types',
        path: '/portal/admin/document-types',
        icon: IconFileDescription,
        label: word(navigationWords, 'documentTypes'),
        permission: 'document_types:read',
      },
      {
        id: 'signature_types',
        path: '/portal/admin/signature-types',
        icon: IconWritingSign,
        label: word(navigationWords, 'signatureTypes'),
        permission: 'signatures:read',
      },
      {
        id: 'forms',
        path: '/portal/admin/forms',
        icon: IconForms,
        label: word(navigationWords, 'forms'),
        permission: 'forms:read',
      },
      {
        id: 'datasets',
        path: '/portal/admin/datasets',
        icon: IconDatabase,
        label: word(navigationWords, 'datasets'),
        permission: 'datasets:read',
      },
    ],
  },
  {
    id: 'people',
    label: word(navigationWords, 'people'),
    admin: true,
    entries: [
      {
        id: 'organizations',
        path: '/portal/admin/organizations',
        icon: IconBuildingCommunity,
        label: word(navigationWords, 'organizations'),
        permission: 'organizations:read',
      },
      {
        id: 'people',
        path: '/portal/admin/people',
        icon: IconUserCog,
        label: word(navigationWords, 'managers'),
        permission: 'users:read',
      },
      {
        id: 'roles',
        path: '/portal/admin/roles',
        icon: IconShieldCheck,
        label: word(navigationWords, 'roles'),
        permission: 'roles:read',
      },
      {
        id: 'custom_fields',
        path: '/portal/admin/custom-fields',
        icon: IconListDetails,
        label: word(navigationWords, 'customFields'),
        permission: 'custom_fields:read',
      },
      {
        id: 'identity_providers',
        path: '/portal/admin/identity-providers',
        icon: IconLogin2,
        label: word(navigationWords, 'identityProviders'),
        permission: 'saml_identity_providers:read',
      },
    ],
  },
  {
    id: 'technical',
    label: word(navigationWords, 'technical'),
    admin: true,
    entries: [
      {
        id: 'applications',
        path: '/portal/admin/applications',
        icon: IconKey,
        label: word(navigationWords, 'applications'),
        permission: 'applications:read',
      },
      {
        id: 'webhooks',
        path: '/portal/admin/webhooks',
        icon: IconWebhook,
        label: word(navigationWords, 'webhooks'),
        permission: 'webhooks:read',
      },
      {
        id: 'events',
        path: '/portal/admin/events',
        icon: IconActivity,
        label: word(navigationWords, 'events'),
        permission: 'events:read',
      },
      {
        id: 'system',
        path: '/portal/admin/system',
        icon: IconServer2,
        label: word(navigationWords, 'system'),
        permission: 'system:read',
      },
      {
        id: 'mails',
        path: '/portal/admin/mails',
        icon: IconMail,
        label: word(navigationWords, 'mails'),
        permission: 'system:read',
      },
    ],
  },
]

/** What a manager may open; groups of administrators ask for permissions of the whole client. */
export function managerNavigation(session: Session): NavigationGroup[] {
  return GROUPS.map((group) => {
    const granted = group.admin ? mayAdmin : may
    const entries = group.entries.filter(({ permission }) => !permission || granted(session, permission))
    return { ...group, entries }
  }).filter((group) => group.entries.length > 0)
}
