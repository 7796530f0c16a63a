import { loadWords } from '#kernel/languages/words.ts'
import type { PackageKind } from '#kernel/personal-data/collector.ts'

export type PageWords = {
  title: string
  intro: (company: string) => string
  made: (moment: string) => string
  contents: string
  kinds: Record<PackageKind, { name: string; about: string }>
  count: (items: number) => string
  leftOut: string
  leftOutNote: string
  columns: { date: string; what: string }
  details: string
  nothing: string
  more: (shown: number, all: number) => string
  raw: string
  yes: string
  no: string
  proof: string
  proofNote: string
  manifest: string
  seal: string
  /** What fields of records are called; a field that is missing here is shown by its own name. */
  fields: Readonly<Record<string, string>>
  /** The same of values that stand for a choice. */
  values: Readonly<Record<string, string>>
  /** What events and entries of the audit trail are about, and what happened to it. */
  things: Readonly<Record<string, string>>
  happenings: Readonly<Record<string, string>>
}

export const PAGE_WORDS = await loadWords<PageWords>((language) => import(`./words/${language}.ts`))
