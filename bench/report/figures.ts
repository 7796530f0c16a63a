import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from './compare-figures.ts'
import type { Figure, Findings } from './findings.ts'
import type { Machine } from './machine.ts'

export const FIGURES = 'bench/figures'
const ROOT = join(import.meta.dirname, '../..')
const REPORT = join(ROOT, FIGURES, 'report.json')
const OF_VERSION = /^(\d+\.\d+\.\d+)\.json$/

/** When, with what and on what something was measured. */
export type Occasion = {
  date: string
  version: string
  machine: Machine
  /** The share of the machine's time that other programs had meanwhile; undefined where the system does not tell. */
  othersPercent?: number
  isQuick: boolean
  /** How much data there was, and how long a round lasted. */
  sizes: Record<string, number>
}

export type Measured = { occasion: Occasion; findings: Omit<Findings, 'details'> }
/** What was measured last of each, by measurement. */
export type Report = Record<string, Measured>

/** The figures of a release. */
export type Kept = { occasion: Omit<Occasion, 'version'>; version: string; figures: Record<string, Figure[]> }

export async function readReport(): Promise<Report> {
  if (!existsSync(REPORT)) return {}
  return JSON.parse(await readFile(REPORT, 'utf8')) as Report
}

/** Replaces what was measured anew, and leaves the rest as it is. */
export async function mergeIntoReport(measured: Report): Promise<Report> {
  const report = { ...(await readReport()), ...measured }
  await writeJson(REPORT, report)
  return report
}

export function fileOfVersion(version: string): string {
  return `${FIGURES}/${version}.json`
}

export async function keepFigures(version: string, { occasion, figures }: Omit<Kept, 'version'>): Promise<void> {
  await writeJson(join(ROOT, fileOfVersion(version)), { version, occasion, figures } satisfies Kept)
}

/** The figures of the last release whose figures were kept, but for this one. */
export async function figuresOfLastRelease(besides: string | undefined, root = ROOT): Promise<Run | undefined> {
  const folder = join(root, FIGURES)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const versions = files.flatMap((file) => OF_VERSION.exec(file)?.[1] ?? []).filter((one) => one !== besides)
  const last = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
  if (last === undefined) return undefined
  const kept = JSON.parse(await readFile(join(root, fileOfVersion(last)), 'utf8')) as Kept
  return { version: last, processor: kept.occasion.machine.processor, figures: kept.figures }
}

async function writeJson(file: string, content: object): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}
