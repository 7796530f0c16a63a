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
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { may, mayAdmin, type Session } from '#kernel/session/session.ts'

const GROUPS: NavigationGroup[] = [
  {
    id: 'work',
    words: 'navigation',
    label: 'work',
    entries: [
      { id: 'home', path: '/portal/manager', icon: IconHome2, label: 'home', exact: true },
      {
        id: 'requests',
        path: '/portal/manager/requests',
        icon: IconMessageCircle2,
        label: 'requests',
        permission: 'requests:read',
      },
      { id: 'to_sign', path: '/portal/manager/to-sign', icon: IconSignature, label: 'toSign', also: '/portal/sign' },
      {
        id: 'employees',
        path: '/portal/manager/employees',
        icon: IconUsers,
        label: 'employees',
        permission: 'employees:read',
      },
      {
        id: 'company_documents',
        path: '/portal/manager/documents',
        icon: IconBuilding,
        label: 'documents',
        permission: 'company_documents:read',
      },
      { id: 'articles', path: '/portal/manager/articles', icon: IconBook2, label: 'articles' },
      {
        id: 'distributions',
        path: '/portal/manager/distributions',
        icon: IconSend2,
        label: 'distributions',
        permission: 'distributions:read',
      },
      {
        id: 'signatures',
        path: '/portal/manager/signatures',
        icon: IconSignature,
        label: 'signatures',
        permission: 'signatures:read',
      },
      {
        id: 'imports',
        path: '/portal/manager/imports',
        icon: IconFileImport,
        label: 'imports',
        permission: 'imports:read',
      },
    ],
  },
  {
    id: 'content',
    words: 'navigation',
    label: 'content',
    admin: true,
    entries: [
      {
        id: 'document_types',
        path: '/portal/admin/document-types',
        icon: IconFileDescription,
        label: 'documentTypes',
        permission: 'document_types:read',
      },
      {
        id: 'signature_types',
        path: '/portal/admin/signature-types',
        icon: IconWritingSign,
        label: 'signatureTypes',
        permission: 'signatures:read',
      },
      { id: 'forms', path: '/portal/admin/forms', icon: IconForms, label: 'forms', permission: 'forms:read' },
      {
        id: 'datasets',
        path: '/portal/admin/datasets',
        icon: IconDatabase,
        label: 'datasets',
        permission: 'datasets:read',
      },
    ],
  },
  {
    id: 'people',
    words: 'navigation',
    label: 'people',
    admin: true,
    entries: [
      {
        id: 'organizations',
        path: '/portal/admin/organizations',
        icon: IconBuildingCommunity,
        label: 'organizations',
        permission: 'organizations:read',
      },
      { id: 'people', path: '/portal/admin/people', icon: IconUserCog, label: 'managers', permission: 'users:read' },
      { id: 'roles', path: '/portal/admin/roles', icon: IconShieldCheck, label: 'roles', permission: 'roles:read' },
      {
        id: 'custom_fields',
        path: '/portal/admin/custom-fields',
        icon: IconListDetails,
        label: 'customFields',
        permission: 'custom_fields:read',
      },
      {
        id: 'identity_providers',
        path: '/portal/admin/identity-providers',
        icon: IconLogin2,
        label: 'identityProviders',
        permission: 'saml_identity_providers:read',
      },
    ],
  },
  {
    id: 'technical',
    words: 'navigation',
    label: 'technical',
    admin: true,
    entries: [
      {
        id: 'applications',
        path: '/portal/admin/applications',
        icon: IconKey,
        label: 'applications',
        permission: 'applications:read',
      },
      {
        id: 'webhooks',
        path: '/portal/admin/webhooks',
        icon: IconWebhook,
        label: 'webhooks',
        permission: 'webhooks:read',
      },
      { id: 'events', path: '/portal/admin/events', icon: IconActivity, label: 'events', permission: 'events:read' },
      { id: 'system', path: '/portal/admin/system', icon: IconServer2, label: 'system', permission: 'system:read' },
      { id: 'mails', path: '/portal/admin/mails', icon: IconMail, label: 'mails', permission: 'system:read' },
    ],
  },
]

/** What a manager may open; groups of administrators ask for permissions of the whole client. */
export function managerNavigation(session: Session): NavigationGroup[] {
  return GROUPS.map((group) => {
    const granted = group.admin ? mayAdmin : may
    const entries = group.entries.filter(({ permission }) => !permission || granted(session, permission))
    return { ...group, entries } as NavigationGroup
  }).filter((group) => group.entries.length > 0)
}
