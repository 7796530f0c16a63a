import type { RetentionWords } from '#modules/governance/policies/explanation/explain.ts'

export const words: RetentionWords = {
  kept: 'Conservé sans limite de durée : aucune règle de conservation ne s’applique.',
  waiting: (policy) => `Conservé par la règle « ${policy} », dont le délai n’a pas encore commencé.`,
  scheduled: (policy, day) => `Conservé jusqu’au ${day} par la règle « ${policy} ».`,
  due: (policy, day) => `Arrivé à échéance le ${day} selon la règle « ${policy} ».`,
  postponed: (policy, day, until) => `Reporté au ${until} ; l’échéance de la règle « ${policy} » est fixée au ${day}.`,
  held: (policy) =>
    `Sous gel juridique, donc conservé${policy === null ? '.' : ` quelle que soit la règle : ${policy}`}`,
}
