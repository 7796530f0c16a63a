/**
 * The tables that the query builder knows, by name. The generated types of the product's schema add their tables here,
 * as routes add to the interfaces of Fastify.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared elsewhere.
export interface Tables {}
