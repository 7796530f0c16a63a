import build from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

/** Made by the first answer: a start does not pay for hundreds of routes that nobody may call. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined
  return (value) => {
    serialize ??= build(schema)
    return serialize(value)
  }
}
