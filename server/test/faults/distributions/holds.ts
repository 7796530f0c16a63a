import type { Hold } from '#test/faults/holds.ts'
import { holdChange, type Trigger } from '#test/faults/killed-jobs.ts'
import type { TestApp } from '#test/harness/app.ts'

const staged = (position: number): Trigger => ({
  table: 'distribution_documents',
  event: 'INSERT',
  when: `new.position = ${position} AND new.project_id =`,
})
const filed = (position: number): Trigger => ({
  table: 'distribution_documents',
  event: 'UPDATE',
  when: `new.position = ${position} AND old.document_id IS NULL AND new.document_id IS NOT NULL AND new.project_id =`,
})
const packed = (number: number): Trigger => ({
  table: 'distribution_packages',
  event: 'UPDATE',
  when: `new.number = ${number} AND new.project_id =`,
})

/** Where a project can be made to wait, in the order in which it comes by. */
export const POINTS = {
  /** In a batch of parts: what is before it is staged. */
  'the first parts': staged(30),
  'some parts': staged(170),
  'more parts': staged(390),
  /** Within the commit that ends the spool: it has been read, and nobody has been told. */
  'the end of the spool': {
    table: 'distributions',
    event: 'UPDATE',
    isInCommit: true,
    when: "new.status = 'ready' AND new.project_id =",
  },
  /** In a batch of documents: they are in the folders, and the parts do not know it yet. */
  'the first documents': filed(30),
  'more documents': filed(330),
  /** Some envelopes are numbered. */
  'the plan': {
    table: 'distribution_packages',
    event: 'INSERT',
    when: 'new.number = 40 AND new.project_id =',
  },
  /** In a batch of envelopes: they are in the file store, and the rows do not name them yet. */
  'the first envelopes': packed(10),
  'more envelopes': packed(55),
  /** Within the commit that ends the project: everyone is to be mailed. */
  'the end of the project': {
    table: 'distribution_projects',
    event: 'UPDATE',
    isInCommit: true,
    when: "new.status = 'completed' AND new.id =",
  },
} as const satisfies Record<string, Trigger>
export type Point = keyof typeof POINTS

/** Makes the worker of a project wait at a point, once they come to it. */
export async function holdAt(service: TestApp, projectId: number, point: Point): Promise<Hold> {
  const { when, ...trigger }: Trigger = POINTS[point]
  const name = `wait_${Object.keys(POINTS).indexOf(point)}_${projectId}`
  return holdChange(service, name, { ...trigger, when: `${when} ${projectId}` })
}
