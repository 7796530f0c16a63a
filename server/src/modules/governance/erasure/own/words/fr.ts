import type { OwnWords } from '#modules/governance/erasure/own/own-words.ts'

export const words: OwnWords = {
  reasons: {
    legal_reasons: 'Conservé pour des raisons légales.',
    retention: 'Conservé parce que la loi ou une règle de l’entreprise fixe une durée.',
    shared_evidence: 'D’autres personnes l’ont signé : c’est aussi leur preuve.',
    not_collected: 'Conservé dans votre coffre-fort jusqu’à ce que vous l’ayez récupéré.',
    needed: 'Nécessaire tant que d’autres de vos données sont conservées.',
  },
  until: (sentence, day) => `${sentence.slice(0, -1)}, jusqu’au ${day}.`,
}
