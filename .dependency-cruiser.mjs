/** Which feature may use which. Read from the top: no line names one below it. */
const USES = {
  clients: [],
  directory: [],
  auth: ['clients', 'directory'],
  datasets: [],
  uploads: [],
  articles: ['directory'],
  documents: ['clients', 'directory', 'uploads'],
  notes: ['directory', 'documents'],
  webhooks: ['auth', 'clients'],
  requests: ['directory', 'datasets', 'uploads', 'webhooks'],
  distributions: ['clients', 'directory', 'documents', 'uploads', 'webhooks'],
  signatures: ['auth', 'clients', 'directory', 'documents', 'uploads', 'webhooks'],
  imports: ['clients', 'directory', 'datasets', 'uploads'],
  bulk: ['auth', 'directory', 'requests'],
  events: ['auth', 'directory', 'documents', 'notes'],
  search: ['articles', 'documents', 'requests'],
  shortcuts: ['auth', 'directory'],
  mails: [],
  system: ['webhooks'],
  setup: [
    ...['clients', 'directory', 'auth', 'datasets', 'articles', 'documents', 'notes', 'requests', 'distributions'],
    ...['signatures', 'uploads'],
  ],
}
const src = 'server/src'
const never = (name, from, to) => ({ name, severity: 'error', from, to })

export default {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    never(
      'platform-knows-no-feature',
      { path: `^${src}/platform/` },
      { path: `^${src}/(modules|apis|commands)/|^${src}/[^/]+\\.ts$` },
    ),
    never(
      'features-know-no-api',
      { path: `^${src}/modules/` },
      { path: `^${src}/(apis|commands)/|^${src}/[^/]+\\.ts$` },
    ),
    never('apis-know-no-command', { path: `^${src}/apis/` }, { path: `^${src}/commands/|^${src}/[^/]+\\.ts$` }),
    never(
      'features-meet-at-index',
      { path: `^${src}/modules/([^/]+)/` },
      { path: `^${src}/modules/`, pathNot: `^${src}/modules/($1/|[^/]+/index\\.ts$)` },
    ),
    never(
      'declarations-are-listed-once',
      { pathNot: `^${src}/modules/index\\.ts$` },
      { path: `^${src}/modules/[^/]+/module\\.ts$` },
    ),
    never(
      'a-module-declares-itself-only',
      { path: `^${src}/modules/([^/]+)/module\\.ts$` },
      { path: `^${src}/modules/`, pathNot: `^${src}/modules/$1/` },
    ),
    ...Object.entries(USES).map(([feature, used]) =>
      never(
        `${feature}-uses-${used.join('+') || 'no-feature'}`,
        { path: `^${src}/modules/${feature}/` },
        { path: `^${src}/modules/`, pathNot: `^${src}/modules/(${[feature, ...used].join('|')})/` },
      ),
    ),
    never('packages-stay-apart', { path: '^server/' }, { path: '^(portal|sdk|bench)/' }),
    never('portal-uses-sdk-only', { path: '^portal/' }, { path: '^(server|bench)/' }),
    never('sdk-uses-nothing-of-ours', { path: '^sdk/' }, { path: '^(server|portal|bench)/' }),
  ],
  options: {
    exclude: '\\.test\\.ts$',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: 'node_modules',
  },
}
