import type { OwnWords } from '#modules/governance/erasure/own/own-words.ts'

export const words: OwnWords = {
  reasons: {
    legal_reasons: 'Aus rechtlichen Gründen aufbewahrt.',
    retention: 'Aufbewahrt, weil das Gesetz oder eine Regel des Unternehmens eine Dauer vorgibt.',
    shared_evidence: 'Andere haben mit unterschrieben; es ist auch ihr Nachweis.',
    not_collected: 'Liegt in Ihrem Tresor, bis Sie es abgeholt haben.',
    needed: 'Nötig, solange anderes von Ihnen aufbewahrt wird.',
  },
  until: (sentence, day) => `${sentence.slice(0, -1)}, bis ${day}.`,
}
