import { ABOUT_MANAGERS, declareColumns } from '#kernel/personal-data/columns.ts'

const OF_A_THING = 'of a thing, not of a person'

export const directoryColumns = declareColumns({
  area: 'People',
  holdings: {
    employees: {
      name: 'Employees',
      what: 'name, e-mail and postal address, language, ids here and in the core HR system, custom fields, texts for sorting and searching',
      whose: ['employees'],
      why: 'To know whose documents and requests these are, and to write to the employee',
      until:
        'Until an erasure or a retention policy on employees. A deletion by the HR system only hides the employee, so that it can be taken back.',
      seenBy:
        'The employee; managers with `employees:read` for one of the employee’s organizations; applications with `employees:read`',
      erasure: {
        by: 'directory',
        how: 'deleted',
        but: 'While anything else of the employee has to be kept, the row stays without name and addresses, in no list and no search.',
      },
      handedOut: 'employee',
    },
    registrations: {
      name: 'Registrations',
      what: 'the organizations of the employee, employee numbers, whether active, departure dates',
      whose: ['employees'],
      why: 'To match payslips, and to decide which managers may see the employee',
      until: 'As long as the employee',
      seenBy: 'As the employee',
      erasure: { by: 'directory', how: 'deleted' },
      handedOut: 'employee',
    },
    managers: {
      name: 'Managers and administrators',
      what: 'name, e-mail address, language, id, texts for sorting and searching',
      whose: ['managers'],
      why: 'To let managers and administrators work, and to say who did what',
      until: 'Until the manager is deleted',
      seenBy:
        'Administrators with `users:read`; applications with `users:read`; employees and other managers, by name, where the manager acts for them',
      ...ABOUT_MANAGERS,
    },
    profiles: {
      name: 'Profiles of managers',
      what: 'roles, organizations, access restrictions',
      whose: ['managers'],
      why: 'To decide what the manager may see and do',
      until: 'Until the manager is deleted or the profile is changed',
      seenBy: 'The manager; administrators with `users:read`; applications with `users:read`',
      ...ABOUT_MANAGERS,
    },
    logIns: {
      name: 'Log-ins',
      what: 'address, hash of the password, whether active, times of the invitation and of the last log-in',
      whose: ['employees', 'managers'],
      why: 'To let the right person in',
      until: 'Until the log-in or the person is deleted',
      seenBy:
        'The person; administrators with `users:read` and applications with `accounts:read`, without the hash of the password',
      erasure: {
        by: 'accounts',
        how: 'deleted',
        but: 'While the vault waits for the employee, a log-in stays that opens nothing else.',
      },
      handedOut: 'account',
    },
    links: {
      name: 'Links between log-ins',
      what: 'which log-ins are the same person’s, how that was proved, by whom and when, and when it ended',
      whose: ['employees', 'managers'],
      why: 'To let a person who is both employee and manager change sides without a second log-in',
      until:
        'Until one of the log-ins is deleted; a link that ended is kept until then, so that the set-up file does not bring it back',
      seenBy: 'The person; administrators with `users:read`; applications with `accounts:read`',
      erasure: { by: 'accounts', how: 'deleted' },
      handedOut: 'account',
    },
  },
  tables: {
    employees: {
      holds: {
        employees: [
          'key',
          'technical_id',
          'core_uuid',
          'first_name',
          'last_name',
          'email',
          'language',
          'address',
          'address_2',
          'address_3',
          'postcode',
          'city',
          'country',
          'custom_fields',
          'sort_name',
          'sort_first_name',
          'search_text',
        ],
        registrations: ['terminated', 'ancestors'],
      },
      none: ['client_id', 'created_at', 'updated_at', 'deleted_at', 'erased_at'],
    },
    erased_employees: {
      harmless: { pseudonym: 'random; nobody can tell from it who it was' },
      none: ['client_id', 'key', 'erased_at'],
    },
    registrations: {
      holds: { registrations: ['employee_key', 'organization_key', 'employee_number', 'active', 'departure_date'] },
      none: ['client_id', 'position'],
    },
    users: {
      holds: {
        managers: ['key', 'technical_id', 'first_name', 'last_name', 'email', 'language', 'sort_name', 'search_text'],
      },
      none: ['client_id', 'created_at', 'updated_at'],
    },
    profiles: {
      holds: { profiles: ['user_key', 'role', 'include_below', 'organization_keys', 'access_restrictions'] },
      none: ['client_id', 'position'],
    },
    profile_organizations: {
      holds: { profiles: ['user_key', 'organization_key'] },
      none: ['client_id', 'position', 'rank'],
    },
    accounts: {
      holds: {
        logIns: [
          'technical_id',
          'employee_key',
          'user_key',
          'email',
          'canonical_email',
          'password_hash',
          'is_active',
          'last_login_at',
          'invited_at',
        ],
      },
      none: ['client_id', 'scope', 'credential_version', 'created_at', 'updated_at'],
    },
    account_links: {
      holds: {
        links: [
          'employee_technical_id',
          'manager_technical_id',
          'proof',
          'linked_by_type',
          'linked_by_id',
          'linked_at',
          'ended_at',
        ],
      },
      none: ['client_id', 'employee_scope', 'manager_scope'],
    },
    organizations: {
      none: [
        'client_id',
        'key',
        'code',
        'parent_key',
        'ancestors',
        'postcode',
        'city',
        'country',
        'created_at',
        'updated_at',
      ],
      harmless: {
        name: 'of a unit of the company',
        localized_names: 'of a unit of the company',
        sort_name: 'of a unit of the company',
        search_text: 'code and names of a unit of the company',
        address: 'of a place of the company, for the paper mail of packages',
        address_2: 'as the address',
        address_3: 'as the address',
      },
    },
    organization_groups: {
      none: ['client_id', 'code', 'organizations', 'created_at', 'updated_at'],
      harmless: { name: OF_A_THING, localized_names: OF_A_THING, search_text: OF_A_THING },
    },
    custom_fields: {
      none: ['client_id', 'code', 'type', 'values', 'created_at', 'updated_at'],
      harmless: { name: OF_A_THING, localized_names: OF_A_THING, search_text: OF_A_THING },
    },
    roles: {
      none: ['client_id', 'code', 'permissions', 'created_at', 'updated_at'],
      harmless: { name: OF_A_THING, localized_names: OF_A_THING, search_text: OF_A_THING },
    },
    saml_identity_providers: {
      none: [
        'client_id',
        'code',
        'entity_id',
        'sso_url',
        'certificates',
        'attribute',
        'is_active',
        'created_at',
        'updated_at',
      ],
      harmless: { name: OF_A_THING, search_text: OF_A_THING, match_by: 'which attribute of an assertion is compared' },
    },
  },
})
