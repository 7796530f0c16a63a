import { type Static, Type } from 'typebox'
import type { SetupSection } from '#kernel/resources/setup-section.ts'
import { type AuditSettings, DEFAULT_PERSONAL_MONTHS, findSettings, putSettings } from './queries.ts'

const Privacy = Type.Object({
  viewer_names: Type.Optional(
    Type.Boolean({
      description:
        'Whether employees see the names of those who looked at their files, rather than their roles. Defaults to false.',
    }),
  ),
  audit_personal_months: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1200,
      description: 'How long the names of people are kept in the audit trail. Defaults to 36.',
    }),
  ),
})

/** What a client decided about the names of people in its audit trail. */
export const privacySection: SetupSection = {
  key: 'privacy',
  schema: Privacy,
  async apply({ tx, client }, value) {
    const what = 'privacy'
    const known = await findSettings(tx, client)
    const settings: AuditSettings = {
      viewer_names: false,
      audit_personal_months: DEFAULT_PERSONAL_MONTHS,
      ...known,
      ...(value as Static<typeof Privacy>),
    }
    const isSame =
      known?.viewer_names === settings.viewer_names && known.audit_personal_months === settings.audit_personal_months
    if (isSame) return [{ what, outcome: 'unchanged' }]
    await putSettings(tx, client, settings)
    return [{ what, outcome: known ? 'updated' : 'created' }]
  },
}
