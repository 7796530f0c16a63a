import type { RetentionWords } from '#modules/governance/policies/explanation/explain.ts'

export const words: RetentionWords = {
  kept: 'Se conserva sin límite: no se aplica ninguna regla de conservación.',
  waiting: (policy) => `Se conserva según la regla «${policy}», cuyo plazo aún no ha empezado.`,
  scheduled: (policy, day) => `Se conserva hasta el ${day} según la regla «${policy}».`,
  due: (policy, day) => `Vencido desde el ${day} según la regla «${policy}».`,
  postponed: (policy, day, until) => `Aplazado hasta el ${until}; según la regla «${policy}» vence el ${day}.`,
  held: (policy) =>
    `Bajo retención legal, por lo que se conserva${policy === null ? '.' : `, diga lo que diga la regla: ${policy}`}`,
}
