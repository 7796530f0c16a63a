import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { ApiError, api, type Page, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { type LocalizedName, type Named, withShownName } from '#shared/localized-names/shown-name.ts'
import type { Organization } from '#shared/organizations/organizations.api.ts'
import { currentLocale } from '#ui/language/words.ts'

type Shown = { plain_name: string }
export type OrganizationGroup = Answer<'/portal/api/admin/organization_groups'>[number] & Shown
export type ListedPerson = Answer<'/portal/api/admin/people'>[number]
export type Manager = Answer<'/portal/api/admin/users/{technical_id}'>
export type Profile = Manager['profiles'][number]
export type Employee = Answer<'/portal/api/admin/employees/{technical_id}'>
export type Registration = Employee['registrations'][number]
export type Account = Answer<'/portal/api/admin/accounts/{id}'>
export type Role = Answer<'/portal/api/admin/roles'>[number] & Shown
export type CustomField = Answer<'/portal/api/admin/custom_fields'>[number] & Shown
export type DocumentType = Answer<'/portal/api/admin/document_types'>[number]

const FRESH_MS = 30_000
const MAX_PAGES = 20

/** A whole list of what a client has few of, by the names that are shown. */
async function wholeByName<T extends Named>(fetchPage: (cursor: string | undefined) => Promise<Page<T>>) {
  const shown = (await whole(fetchPage)).map(withShownName)
  return shown.toSorted((left, right) => left.name.localeCompare(right.name, currentLocale()))
}

/** A whole list of what a client has few of. */
async function whole<T>(fetchPage: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await fetchPage(cursor)
    found.push(...items)
    if (next === null) break
    cursor = next
  }
  return found
}

const paged = (cursor: string | undefined) => ({
  query: { per_page: 100, ...(cursor === undefined ? {} : { cursor }) },
})

/** An organization with its plain name and its translations, to be changed. */
export const organizationQuery = (code: string) =>
  queryOptions({
    queryKey: ['directory', 'organization', code],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/organizations/{code}', { ...byCode(code), signal })),
    refetchOnWindowFocus: false,
  })

export const groupsQuery = queryOptions({
  queryKey: ['directory', 'groups'],
  queryFn: ({ signal }) =>
    wholeByName((cursor) =>
      unwrapPage(api.GET('/portal/api/admin/organization_groups', { params: paged(cursor), signal })),
    ),
  staleTime: FRESH_MS,
})

export const rolesQuery = queryOptions({
  queryKey: ['directory', 'roles'],
  queryFn: ({ signal }) =>
    wholeByName((cursor) => unwrapPage(api.GET('/portal/api/admin/roles', { params: paged(cursor), signal }))),
  staleTime: FRESH_MS,
})

export const roleHoldersQuery = queryOptions({
  queryKey: ['directory', 'role-holders'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/role_holders', { signal })),
  staleTime: FRESH_MS,
})

export const fieldsQuery = queryOptions({
  queryKey: ['directory', 'custom-fields'],
  queryFn: ({ signal }) =>
    wholeByName((cursor) => unwrapPage(api.GET('/portal/api/admin/custom_fields', { params: paged(cursor), signal }))),
  staleTime: FRESH_MS,
})

export const documentTypesQuery = queryOptions({
  queryKey: ['directory', 'document-types'],
  queryFn: ({ signal }) =>
    whole((cursor) => unwrapPage(api.GET('/portal/api/admin/document_types', { params: paged(cursor), signal }))),
  staleTime: FRESH_MS,
})

export type PeopleFilters = Partial<Record<'q' | 'scope' | 'status' | 'role', string | undefined>>
type Asked = { cursor: string | undefined; signal: AbortSignal }

export function listPeople(filters: PeopleFilters, { cursor, signal }: Asked): Promise<Page<ListedPerson>> {
  const query = { per_page: 50, ...filters, cursor } as object
  return unwrapPage(api.GET('/portal/api/admin/people', { params: { query }, signal }))
}

export const managerQuery = (technical_id: string) =>
  queryOptions({
    queryKey: ['directory', 'manager', technical_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/admin/users/{technical_id}', { params: { path: { technical_id } }, signal })),
    refetchOnWindowFocus: false,
  })

/** An employee, deleted or not. */
export const employeeQuery = (technical_id: string) =>
  queryOptions({
    queryKey: ['directory', 'employee', technical_id],
    queryFn: async ({ signal }): Promise<Employee> => {
      try {
        const params = { path: { technical_id } }
        return await unwrap(api.GET('/portal/api/admin/employees/{technical_id}', { params, signal }))
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
        const deleted = await findDeletedEmployee(technical_id, signal)
        if (!deleted) throw error
        return deleted
      }
    },
    refetchOnWindowFocus: false,
  })

/** Deleted employees are in their own list only. */
async function findDeletedEmployee(technical_id: string, signal: AbortSignal): Promise<Employee | undefined> {
  const query = { deleted: true, q: technical_id, per_page: 100 }
  const found = await unwrap(api.GET('/portal/api/admin/employees', { params: { query }, signal }))
  return found.find((one) => one.technical_id === technical_id)
}

/** The log-in of a person; null when they have none. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['directory', 'account', id],
    queryFn: async ({ signal }): Promise<Account | null> => {
      try {
        return await unwrap(api.GET('/portal/api/admin/accounts/{id}', { params: { path: { id } }, signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** A person as the list shows them, with the state of their log-in. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['directory', 'person', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/people/{id}', { params: { path: { id } }, signal })),
  })

export const reachQuery = (technical_id: string) =>
  queryOptions({
    queryKey: ['directory', 'reach', technical_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/admin/users/{technical_id}/reach', { params: { path: { technical_id } }, signal })),
  })

/**
 * A change of the directory; everything that is shown of it is asked for anew. Nobody waits for that: a form that is
 * replaced when it arrives could no longer say that it has saved.
 */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['directory'] }),
  })
}

const byCode = (code: string) => ({ params: { path: { code } } })
const byTechnicalId = (technical_id: string) => ({ params: { path: { technical_id } } })
const byId = (id: string) => ({ params: { path: { id } } })

/** Translations that are not sent stay as they are. */
type Translated = { localized_names?: LocalizedName[] }
type OrganizationInput = Pick<Organization, 'code' | 'name' | 'parent' | OrganizationLine> & Translated

export const ORGANIZATION_LINES = ['address', 'address_2', 'address_3', 'postcode', 'city', 'country'] as const
export type OrganizationLine = (typeof ORGANIZATION_LINES)[number]

export const useCreateOrganization = () =>
  useChange(({ code, ...body }: OrganizationInput) =>
    unwrap(api.PUT('/portal/api/admin/organizations/{code}', { ...byCode(code), body })),
  )

/** Changes what is given: a move keeps the address, and a new address keeps the place. */
export const useChangeOrganization = () =>
  useChange(({ code, ...body }: Partial<OrganizationInput> & { code: string }) =>
    unwrap(api.PATCH('/portal/api/admin/organizations/{code}', { ...byCode(code), body })),
  )

export const useDeleteOrganization = () =>
  useChange((code: string) => unwrap(api.DELETE('/portal/api/admin/organizations/{code}', byCode(code))))

type GroupInput = Pick<OrganizationGroup, 'code' | 'name' | 'organizations'> & Translated

export const useSaveGroup = () =>
  useChange(({ code, ...body }: GroupInput) =>
    unwrap(api.PUT('/portal/api/admin/organization_groups/{code}', { ...byCode(code), body })),
  )

type RoleInput = Pick<Role, 'code' | 'name' | 'permissions'> & Translated

export const useSaveRole = () =>
  useChange(({ code, ...body }: RoleInput) =>
    unwrap(api.PUT('/portal/api/admin/roles/{code}', { ...byCode(code), body: body as never })),
  )

export const useDeleteRole = () =>
  useChange((code: string) => unwrap(api.DELETE('/portal/api/admin/roles/{code}', byCode(code))))

export type FieldInput = Pick<CustomField, 'code' | 'name' | 'type' | 'values'> & Translated

export const useSaveField = () =>
  useChange(({ code, ...body }: FieldInput) =>
    unwrap(api.PUT('/portal/api/admin/custom_fields/{code}', { ...byCode(code), body })),
  )

export const useDeleteField = () =>
  useChange((code: string) => unwrap(api.DELETE('/portal/api/admin/custom_fields/{code}', byCode(code))))

export type ManagerInput = { first_name: string; last_name: string; email: string; language: string | null }

export const useCreateManager = () =>
  useChange(({ technical_id, ...body }: ManagerInput & { technical_id: string }) =>
    unwrap(api.PUT('/portal/api/admin/users/{technical_id}', { ...byTechnicalId(technical_id), body })),
  )

export const useSaveManager = (technical_id: string) =>
  useChange((body: Partial<ManagerInput & { profiles: Profile[] }>) =>
    unwrap(api.PATCH('/portal/api/admin/users/{technical_id}', { ...byTechnicalId(technical_id), body })),
  )

export const useDeleteManager = () =>
  useChange((technical_id: string) =>
    unwrap(api.DELETE('/portal/api/admin/users/{technical_id}', byTechnicalId(technical_id))),
  )

export type EmployeeInput = Omit<ManagerInput, 'email'> &
  Pick<Employee, 'registrations' | 'custom_fields'> & {
    email: string | null
    address: string | null
    address_2: string | null
    address_3: string | null
    postcode: string | null
    city: string | null
    country: string | null
  }

export const useCreateEmployee = () =>
  useChange(({ technical_id, ...body }: Partial<EmployeeInput> & { technical_id: string } & ManagerInput) =>
    unwrap(api.PUT('/portal/api/admin/employees/{technical_id}', { ...byTechnicalId(technical_id), body })),
  )

export const useSaveEmployee = (technical_id: string) =>
  useChange((body: Partial<EmployeeInput>) =>
    unwrap(api.PATCH('/portal/api/admin/employees/{technical_id}', { ...byTechnicalId(technical_id), body })),
  )

export const useDeleteEmployee = () =>
  useChange((technical_id: string) =>
    unwrap(api.DELETE('/portal/api/admin/employees/{technical_id}', byTechnicalId(technical_id))),
  )

export const useRestoreEmployee = () =>
  useChange((technical_id: string) =>
    unwrap(api.POST('/portal/api/admin/employees/{technical_id}/restore', byTechnicalId(technical_id))),
  )

/** Mails the link by which a person sets their password; the answer says where it went. */
export const useInvite = () =>
  useChange((id: string) => unwrap(api.POST('/portal/api/admin/accounts/{id}/invitations', byId(id))))

export const useSwitchLogIn = () =>
  useChange(({ id, is_active }: { id: string; is_active: boolean }) =>
    unwrap(api.PUT('/portal/api/admin/accounts/{id}', { ...byId(id), body: { is_active } })),
  )

export const useChangeLogInAddress = () =>
  useChange(({ id, email }: { id: string; email: string }) =>
    unwrap(api.PATCH('/portal/api/admin/accounts/{id}', { ...byId(id), body: { email } })),
  )

export const useLinkLogIn = () =>
  useChange(({ id, linked_to }: { id: string; linked_to: string }) =>
    unwrap(api.PUT('/portal/api/admin/accounts/{id}/link', { ...byId(id), body: { linked_to } })),
  )

export const useUnlinkLogIn = () =>
  useChange((id: string) => unwrap(api.DELETE('/portal/api/admin/accounts/{id}/link', byId(id))))

export const useEndSessions = () =>
  useChange((id: string) => unwrap(api.DELETE('/portal/api/admin/accounts/{id}/sessions', byId(id))))

/** Whether a code is taken, so that creating something does not overwrite it. */
export async function isTaken(path: 'users' | 'employees', technical_id: string): Promise<boolean> {
  try {
    if (path === 'users') await unwrap(api.GET('/portal/api/admin/users/{technical_id}', byTechnicalId(technical_id)))
    else await unwrap(api.GET('/portal/api/admin/employees/{technical_id}', byTechnicalId(technical_id)))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}
