/** Which feature may use which. Read from the top: no line names one below it. */
const USES = {
  clients: [],
  directory: [],
  audit: ['clients', 'directory'],
  auth: ['clients', 'directory'],
  governance: ['audit', 'auth', 'clients', 'directory'],
  datasets: [],
  uploads: [],
  articles: ['directory'],
  documents: ['clients', 'directory', 'governance', 'uploads'],
  notes: ['directory', 'documents', 'governance'],
  webhooks: ['auth', 'clients'],
  requests: ['directory', 'datasets', 'governance', 'uploads', 'webhooks'],
  distributions: ['clients', 'directory', 'documents', 'uploads', 'webhooks'],
  signatures: ['auth', 'clients', 'directory', 'documents', 'governance', 'uploads', 'webhooks'],
  imports: ['clients', 'directory', 'datasets', 'uploads'],
  bulk: ['auth', 'directory', 'requests'],
  events: ['auth', 'directory', 'documents', 'notes', 'webhooks'],
  search: [],
  privacy: ['governance'],
  shortcuts: ['auth', 'directory'],
  mails: [],
  system: ['webhooks'],
  setup: ['clients', 'directory', 'auth', 'documents', 'governance', 'notes', 'requests', 'signatures', 'uploads'],
}

/**
 * Which folder of the platform may use which. Read from the top: no line names one below it. The files beside the folders
 * (clock.ts, problem.ts, log.ts …) are the bottom: every folder may use them, and they use none.
 */
const LAYERS = {
  text: [],
  time: [],
  crypto: [],
  threads: [],
  telemetry: [],
  net: ['text'],
  db: ['text', 'crypto'],
  events: ['db'],
  jobs: ['crypto', 'db'],
  csv: ['text'],
  zip: [],
  image: [],
  pdf: ['text', 'threads'],
  scan: [],
  outbound: [],
  mail: ['text', 'net'],
  transfer: ['outbound'],
  seal: ['pdf', 'outbound'],
  blobs: ['text', 'crypto', 'db', 'jobs', 'scan'],
  backup: ['crypto', 'db', 'blobs'],
  http: ['text', 'time', 'crypto', 'net', 'db', 'jobs', 'blobs'],
}
const src = 'server/src'
const never = (name, from, to) => ({ name, severity: 'error', from, to })

/** The portal: each layer may use those before it. `main.tsx` and `app` are the roof. */
function portalLayers() {
  const layers = ['ui', 'kernel', 'shared', 'features', 'app']
  const within = (names) => `^portal/src/(${names.join('|')})/`
  return [
    ...layers
      .slice(0, -1)
      .map((layer, index) =>
        never(
          `portal-${layer}-uses-${layers.slice(0, index).join('+') || 'nothing-of-ours'}`,
          { path: within([layer]) },
          { path: `${within(layers.slice(index + 1))}|^portal/src/main` },
        ),
      ),
    never(
      'portal-features-stay-apart',
      { path: '^portal/src/features/([^/]+)/' },
      { path: '^portal/src/features/', pathNot: '^portal/src/features/$1/' },
    ),
    never('nothing-uses-portal-app', { pathNot: '^portal/src/(app/|main)' }, { path: '^portal/src/app/' }),
  ]
}

export default {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    never(
      'platform-knows-no-feature',
      { path: `^${src}/platform/` },
      { path: `^${src}/(kernel|modules|apis|commands)/|^${src}/[^/]+\\.ts$` },
    ),
    never(
      'kernel-uses-platform-only',
      { path: `^${src}/kernel/` },
      { path: `^${src}/(modules|apis|commands)/|^${src}/[^/]+\\.ts$` },
    ),
    never('platform-layers-bottom', { path: `^${src}/platform/[^/]+\\.ts$` }, { path: `^${src}/platform/[^/]+/` }),
    never(
      'platform-layers-unlisted',
      { path: `^${src}/platform/(?!(${Object.keys(LAYERS).join('|')})/)[^/]+/` },
      { path: `^${src}/platform/` },
    ),
    ...Object.entries(LAYERS).map(([folder, used]) =>
      never(
        `platform-layers-${folder}`,
        { path: `^${src}/platform/${folder}/` },
        { path: `^${src}/platform/[^/]+/`, pathNot: `^${src}/platform/(${[folder, ...used].join('|')})/` },
      ),
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
    never('packages-stay-apart', { path: '^server/' }, { path: '^(portal|sdk|bench|cluster)/' }),
    never('portal-uses-nothing-of-ours', { path: '^portal/' }, { path: '^(server|sdk|bench|cluster)/' }),
    ...portalLayers(),
    never('sdk-uses-nothing-of-ours', { path: '^sdk/' }, { path: '^(server|portal|bench|cluster)/' }),
  ],
  options: {
    exclude: '\\.test\\.ts$',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: 'node_modules',
  },
}
