import build from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

/** Compiled by the first response: a start does not pay for hundreds of routes that may never be called. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined
  return (value) => {
    serialize ??= build(schema)
    return serialize(value)
  }
}
