import { loadWords } from '#kernel/languages/words.ts'
import type { KeptReason } from '#kernel/personal-data/eraser.ts'

export type ReportWords = {
  title: string
  intro: (company: string) => string
  proof: (sha256: string) => string
  more: (shown: number, all: number) => string
  request: string
  facts: Record<'id' | 'resource' | 'outcome' | 'confirmed' | 'completed', string>
  outcomes: Record<'complete' | 'partial', string>
  gone: string
  kept: string
  nothing: string
  modules: Record<string, string>
  reasons: Record<KeptReason, string>
  until: (day: string) => string
  footer: (id: string) => string
}

export const REPORT_WORDS = await loadWords<ReportWords>((language) => import(`./words/${language}.ts`))
