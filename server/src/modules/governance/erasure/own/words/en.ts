import type { OwnWords } from '#modules/governance/erasure/own/own-words.ts'

export const words: OwnWords = {
  reasons: {
    legal_reasons: 'Kept for legal reasons.',
    retention: 'Kept because the law or a rule of the company says how long.',
    shared_evidence: 'Others signed it as well, so that it is their proof too.',
    not_collected: 'Kept in your vault until you have fetched it.',
    needed: 'Needed as long as something else of yours is kept.',
  },
  until: (sentence, day) => `${sentence.slice(0, -1)}, until ${day}.`,
}
