/** The lines of a postal address, as they stand on an envelope. */
export const ADDRESS_FIELDS = ['address', 'address_2', 'address_3', 'postcode', 'city', 'country'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
export type PostalAddress = Record<AddressField, string | null>

/** The same schema, or value, for each line. */
export function eachAddressLine<T>(value: T): Record<AddressField, T> {
  return Object.fromEntries(ADDRESS_FIELDS.map((one) => [one, value])) as Record<AddressField, T>
}

/** The address in a row or an input; what is left out is null. */
export function addressIn(source: { [Field in AddressField]?: string | null }): PostalAddress {
  return Object.fromEntries(ADDRESS_FIELDS.map((one) => [one, source[one] ?? null])) as PostalAddress
}
