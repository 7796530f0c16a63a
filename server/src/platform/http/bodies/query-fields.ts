import { parseFields } from './form-fields.ts'

/** The parameters that name an order, in groups A and C. */
const ORDERS = ['sort', 'order_by']

/**
 * Reads a query. A `+` before the name of an order means ascending, as no sign does; in an address it stands for a
 * space, so it arrives as either.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const fields = parseFields(text)
  for (const name of ORDERS) {
    const order = fields[name]
    if (typeof order === 'string') fields[name] = order.replace(/^[ +](?=[a-z])/, '')
  }
  return fields
}
