import type { Client } from 'openapi-fetch'
import type { operations as v1, paths as v1Paths } from '../generated/v1.ts'
import type { operations, paths } from '../generated/v2.ts'
import { answerOf, at, fileOf } from '../http/answer-of.ts'
import { formOf } from '../http/form-of.ts'
import { sleep } from '../http/sleep.ts'
import type { Schemas } from '../schemas.ts'
import { resource } from './resource.ts'

const PROJECTS = '/api/v2/client/distribution_projects'
const SPOOLS = '/api/v2/client/distributions'
const DISTRIB_PROJECTS = '/api/v1/distrib_projects'
const LOOK_EVERY_MS = 1000

type PackageQuery = NonNullable<operations['listPackages']['parameters']['query']>
type Assignment = Schemas['DistributionDocumentAssignment']
type ProjectPatch = operations['patchDistributionProject']['requestBody']['content']['application/json']
type ValidationInput = Schemas['ValidationInput']
type ReportQuery = Omit<NonNullable<operations['getDistributionReport']['parameters']['query']>, 'format'>
export type ReportLine = Schemas['DistributionDocument']
type Waiting = { everyMs?: number; signal?: AbortSignal }

/** Projects that distribute documents in batch. */
export function distributionProjects(raw: Client<paths>) {
  const { list, page, create } = resource(raw, PROJECTS, `${PROJECTS}/{id}`, {})
  const one = `${PROJECTS}/{id}` as const
  const place = (id: number) => at({ id: String(id) })
  const get = (id: number) => answerOf(raw.GET(one, place(id)))
  return {
    list,
    page,
    get,
    /** Creates a project without distributions. */
    create,
    /** Waits until every spool has been read, and answers the project: it may be `waiting_for_validation`, or `error`. */
    async read(id: number, { everyMs = LOOK_EVERY_MS, signal }: Waiting = {}) {
      for (;;) {
        signal?.throwIfAborted()
        const seen = await get(id)
        if (seen.status !== 'new' && seen.status !== 'preparing') return seen
        await sleep(everyMs, signal)
      }
    },
    /** Changes how many distributions it waits for. */
    patch: (id: number, body: ProjectPatch) => answerOf(raw.PATCH(one, { ...place(id), body })),
    /** Hands it out, or counts as one of two validations; once is enough. */
    validate: (id: number, body: ValidationInput = {}) => answerOf(raw.POST(`${one}/validate`, { ...place(id), body })),
    cancel: (id: number) => answerOf(raw.POST(`${one}/cancel`, place(id))),
    /** What became of every part. */
    report: async (id: number, query: ReportQuery = {}): Promise<ReportLine[]> => {
      const report = await answerOf(raw.GET(`${one}/report`, { params: { path: { id: String(id) }, query } }))
      // It is text only when CSV is asked for.
      return report as ReportLine[]
    },
    /** The same as CSV: `text()`, or the stream `body`. */
    reportFile: (id: number, query: ReportQuery = {}) =>
      fileOf(
        raw.GET(`${one}/report`, {
          params: { path: { id: String(id) }, query: { ...query, format: 'csv' } },
          parseAs: 'stream',
        }),
      ),
    /** Says whose a part is, or that it is left out. */
    assign: (id: number, documentId: string, body: Assignment) =>
      answerOf(
        raw.PATCH(`${one}/documents/{document_id}`, { ...at({ id: String(id), document_id: documentId }), body }),
      ),
    /** What goes to the printer, as a ZIP: `blob()`, or the stream `body`. */
    packages: (id: number) => fileOf(raw.GET(`${one}/packages/file`, { ...place(id), parseAs: 'stream' })),
    /** How many packages are in each status, and how their hand-over goes. */
    paper: (id: number) => answerOf(raw.GET(`${one}/paper`, place(id))),
    /** Its packages, a hundred at most, each with what became of it. */
    packageStates: (id: number, query: PackageQuery = {}) =>
      answerOf(raw.GET(`${one}/packages`, { params: { path: { id: String(id) }, query } })),
    /** Has the carrier tried again; or with `by_hand`, says that a person took care of the packages. */
    handOver: (id: number, body: { by_hand?: boolean } = {}) =>
      answerOf(raw.POST(`${one}/hand_over`, { ...place(id), body })),
    /** The list of envelopes as CSV: `text()`, or the stream `body`. */
    manifest: (id: number) => fileOf(raw.GET(`${one}/manifest`, { ...place(id), parseAs: 'stream' })),
  }
}

/** The spools of projects. */
export function distributions(raw: Client<paths>) {
  const { list, page, create } = resource(raw, SPOOLS, `${SPOOLS}/{id}`, {})
  const one = `${SPOOLS}/{id}` as const
  return {
    list,
    page,
    get: (id: number) => answerOf(raw.GET(one, at({ id: String(id) }))),
    /** Adds the spool `file_id`, an id that `uploads.create` answered, to a project. */
    create,
    /** Takes it out of a project that was not validated. */
    delete: async (id: number): Promise<void> => {
      await answerOf(raw.DELETE(one, at({ id: String(id) })))
    },
  }
}

type NewProject = v1['createDistributionProject']['requestBody']['content']['multipart/form-data']
type NewSpool = v1['addDistribution']['requestBody']['content']['multipart/form-data']

/** Projects and their spools as an API key makes them, by the deprecated calls of v1. */
export function apiKeyDistributionProjects(raw: Client<v1Paths>) {
  return {
    /** Makes a project without spools; answers its number as `project_id`. */
    create: (project: NewProject) =>
      answerOf(raw.POST(DISTRIB_PROJECTS, { body: project, bodySerializer: () => formOf(project) })),
    /** Adds a spool, which is read in the background; answers its number as `distribution_id`. */
    addSpool: (id: number, spool: Omit<NewSpool, 'source_file'> & { source_file: Blob }) =>
      answerOf(
        raw.POST(`${DISTRIB_PROJECTS}/{id}/distributions`, {
          ...at({ id: String(id) }),
          body: spool as unknown as NewSpool,
          bodySerializer: () => formOf(spool),
        }),
      ),
    /** Hands it out; once is enough. */
    validate: (id: number, body: ValidationInput = {}) =>
      answerOf(raw.POST(`${DISTRIB_PROJECTS}/{id}/validate`, { ...at({ id: String(id) }), body })),
  }
}
