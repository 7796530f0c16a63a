import { type Static, Type } from 'typebox'
import { HELD_TYPES } from '#kernel/legal-hold.ts'
import { NamedObject, Nullable } from '#platform/http/validation/schemas.ts'
import { LegalHoldItem, ScopeInput } from './schemas.ts'

const named = {
  title: Nullable('string', { description: 'Null for notes, and for what the administrator may not read.' }),
  employee: Type.Unsafe<{ technical_id: string; name: string } | null>({
    type: ['object', 'null'],
    properties: { technical_id: { type: 'string' }, name: { type: 'string' } },
    required: ['technical_id', 'name'],
    description: 'Whom it is about; null as for titles.',
  }),
  document_id: Nullable('string', { description: 'Of notes on documents.' }),
}

/** What a hold covers, as the portal shows it. */
export const NamedLegalHoldItem = NamedObject('NamedLegalHoldItem', { ...LegalHoldItem.properties, ...named })
export type NamedLegalHoldItem = Static<typeof NamedLegalHoldItem>

export const LegalHoldPreviewInput = NamedObject('LegalHoldPreviewInput', { scope: ScopeInput })

export const LegalHoldPreview = NamedObject('LegalHoldPreview', {
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'How many resources fit, by their type.' }),
  total: Type.Integer(),
  samples: Type.Array(
    Type.Object({ resource_type: LegalHoldItem.properties.resource_type, resource_id: Type.String(), ...named }),
    { maxItems: HELD_TYPES.length * 3, description: 'Some of them, of each type.' },
  ),
})
export type LegalHoldPreview = Static<typeof LegalHoldPreview>
