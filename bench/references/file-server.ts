import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { doJobs, settingsOfChild } from '../harness/child.ts'

/**
 * What taking and giving files costs when nothing is done but that: the file of a form streams into a folder, and a file
 * streams out of it. Nothing is synced, hashed, encrypted or written down.
 */
export type FileServerSettings = { folder: string; maxFileBytes: number }

const { folder, maxFileBytes } = settingsOfChild<FileServerSettings>()
const app = Fastify({ logger: false })
await app.register(multipart, { limits: { fileSize: maxFileBytes } })
let files = 0

app.post('/files', async (request, reply) => {
  const id = `f${files++}`
  for await (const part of request.parts()) {
    if (part.type === 'file') await pipeline(part.file, createWriteStream(join(folder, id)))
  }
  return reply.code(201).send({ id })
})

app.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
  const path = join(folder, request.params.id)
  const { size } = await stat(path)
  return reply.header('content-length', size).type('application/pdf').send(createReadStream(path))
})

doJobs<'listen', string>(() => app.listen({ port: 0, host: '127.0.0.1' }))
