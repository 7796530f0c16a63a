import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** Takes callbacks in a process of its own, which can be stopped; says where, and what it took. */
const server = createServer(async (request, response) => {
  process.stdout.write(`took ${JSON.parse(await text(request)).id}\n`)
  response.end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}/\n`)
