import type { OwnWords } from '#modules/governance/erasure/own/own-words.ts'

export const words: OwnWords = {
  reasons: {
    legal_reasons: 'Se conserva por motivos legales.',
    retention: 'Se conserva porque la ley o una norma de la empresa fija un plazo.',
    shared_evidence: 'Otras personas también lo firmaron; es también su prueba.',
    not_collected: 'Se conserva en su caja fuerte hasta que lo recoja.',
    needed: 'Necesario mientras se conserve algo más suyo.',
  },
  until: (sentence, day) => `${sentence.slice(0, -1)}, hasta el ${day}.`,
}
