import { type Static, Type } from 'typebox'
import { TranslatedNames } from '#kernel/languages/localized-names.ts'
import { eachAddressLine } from '#modules/directory/postal-address.ts'
import { ListParameters, Name, OrganizationCode, Times } from '#modules/directory/schemas.ts'
import { NamedObject, Nullable, OptionalText, Sort, Text } from '#platform/http/validation/schemas.ts'

export const OrganizationInput = NamedObject('OrganizationInput', {
  name: Name,
  parent: Type.Optional(
    Nullable('string', {
      format: 'text',
      minLength: 1,
      maxLength: 64,
      description: 'The code of the organization above; null at the top.',
    }),
  ),
  ...eachAddressLine(OptionalText(255)),
})
export type OrganizationInput = Static<typeof OrganizationInput>

export const Organization = NamedObject('Organization', {
  code: Type.String(),
  name: Type.String(),
  parent: Nullable('string'),
  ...eachAddressLine(Nullable('string')),
  ...Times,
})
export type Organization = Static<typeof Organization>

export const ORGANIZATION_SORTS = ['name', 'code'] as const
export const ListOrganizationsQuery = Type.Object({
  ...ListParameters,
  parent: Type.Optional(Text({ maxLength: 64, description: 'Only the direct children of this organization.' })),
  below: Type.Optional(Text({ maxLength: 64, description: 'Only this organization and its descendants.' })),
  sort: Type.Optional(Sort(ORGANIZATION_SORTS)),
})
export type ListOrganizationsQuery = Static<typeof ListOrganizationsQuery>

export const OrganizationGroupInput = NamedObject('OrganizationGroupInput', {
  name: Name,
  organizations: Type.Optional(Type.Array(OrganizationCode, { maxItems: 10_000 })),
})
export type OrganizationGroupInput = Static<typeof OrganizationGroupInput>

export const OrganizationGroup = NamedObject('OrganizationGroup', {
  code: Type.String(),
  name: Type.String(),
  organizations: Type.Array(Type.String()),
  ...Times,
})
export type OrganizationGroup = Static<typeof OrganizationGroup>

export const TranslatedOrganizationGroupInput = NamedObject('TranslatedOrganizationGroupInput', {
  ...OrganizationGroupInput.properties,
  localized_names: Type.Optional(TranslatedNames),
})
export const TranslatedOrganizationGroup = NamedObject('TranslatedOrganizationGroup', {
  ...OrganizationGroup.properties,
  localized_names: TranslatedNames,
})

export const TranslatedOrganizationInput = NamedObject('TranslatedOrganizationInput', {
  ...OrganizationInput.properties,
  localized_names: Type.Optional(TranslatedNames),
})
export const TranslatedOrganization = NamedObject('TranslatedOrganization', {
  ...Organization.properties,
  localized_names: TranslatedNames,
})
export type TranslatedOrganizationInput = Static<typeof TranslatedOrganizationInput>
export type TranslatedOrganization = Static<typeof TranslatedOrganization>
