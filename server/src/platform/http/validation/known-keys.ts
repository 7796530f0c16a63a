/** The parts of a JSON schema that say which keys an object may have. */
type ObjectSchema = {
  properties?: Record<string, object>
  items?: object
  anyOf?: object[]
  additionalProperties?: unknown
  patternProperties?: unknown
}

/**
 * The schema with the keys that are known at each level: those that can be set, and those that are only `answered`, which
 * are taken and ignored, so that what was read can be sent back (decisions 1.5). Objects with keys of the caller's own
 * stay as they are.
 */
export function withKnownKeys<Schema extends object>(schema: Schema, answered?: object): Schema {
  const { properties, items, anyOf, additionalProperties, patternProperties }: ObjectSchema = schema
  const { properties: answeredProperties = {}, items: answeredItems }: ObjectSchema = answered ?? {}
  if (anyOf) return { ...schema, anyOf: anyOf.map((one) => withKnownKeys(one, answered)) }
  if (items) return { ...schema, items: withKnownKeys(items, answeredItems) }
  const hasOwnKeys = additionalProperties !== undefined || patternProperties !== undefined
  if (!properties || hasOwnKeys) return schema
  const known = Object.entries(properties).map(
    ([key, property]) => [key, withKnownKeys(property, answeredProperties[key])] as const,
  )
  const knownKeys = { settable: Object.keys(properties), answered: Object.keys(answeredProperties) }
  return { ...schema, properties: Object.fromEntries(known), knownKeys }
}
