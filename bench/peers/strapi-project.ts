import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const text = { type: 'string' }
const core = (what: string) =>
  `module.exports = require('@strapi/strapi').factories.createCore${what}('api::place.place')\n`

/**
 * The files of a project with one kind of content, as its generators write them. It keeps a token for us, and makes a webhook
 * when it is told to: its administration takes no address of this machine.
 */
const FILES: Record<string, string> = {
  'config/server.js': `module.exports = ({ env }) => ({ host: '127.0.0.1', port: env.int('PORT'), app: { keys: [env('SECRET')] } })\n`,
  'config/admin.js': `module.exports = ({ env }) => ({
  auth: { secret: env('SECRET') },
  apiToken: { salt: env('SECRET') },
  transfer: { token: { salt: env('SECRET') } },
  secrets: { encryptionKey: env('SECRET') },
  serveAdminPanel: false,
})\n`,
  'config/api.js': 'module.exports = { rest: { defaultLimit: 20, maxLimit: 100, withCount: false } }\n',
  'config/plugins.js': 'module.exports = {}\n',
  'config/database.js': `module.exports = ({ env }) => ({
  connection: {
    client: 'postgres',
    connection: { host: env('DB_HOST'), port: env.int('DB_PORT'), user: env('DB_USER'), password: '', database: env('DB_NAME') },
    pool: { min: 2, max: 10 },
  },
})\n`,
  'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public']\n`,
  'src/index.js': `module.exports = {
  async bootstrap({ strapi }) {
    const { readFileSync, writeFileSync } = require('node:fs')
    process.on('SIGUSR2', async () => {
      const url = readFileSync(process.env.WEBHOOK_FILE, 'utf8')
      const webhook = { name: 'tell', url, headers: {}, events: ['entry.create'], isEnabled: true }
      strapi.get('webhookRunner').add(await strapi.get('webhookStore').createWebhook(webhook))
    })
    const tokens = strapi.service('admin::api-token')
    if (await tokens.exists({ name: 'bench' })) return
    const { accessKey } = await tokens.create({ name: 'bench', description: '', type: 'full-access', lifespan: null })
    writeFileSync(process.env.TOKEN_FILE, accessKey)
  },
}\n`,
  'src/api/place/content-types/place/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'places',
    info: { singularName: 'place', pluralName: 'places', displayName: 'Place' },
    options: { draftAndPublish: false },
    attributes: { path: text, parent: text, code: text, name_en: text, name_fr: text },
  }),
  'src/api/place/controllers/place.js': core('Controller'),
  'src/api/place/routes/place.js': core('Router'),
  'src/api/place/services/place.js': core('Service'),
}

export async function writeProject(folder: string): Promise<void> {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await mkdir(join(folder, 'public/uploads'), { recursive: true })
}
