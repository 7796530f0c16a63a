import { type Static, Type } from 'typebox'
import { CarrierInput } from '#modules/distributions/carriers/schemas.ts'
import { Nullable, OneOf, Text } from '#platform/http/validation/schemas.ts'

export const FORMATS = ['zip_names', 'zip_index', 'pdf_split', 'txt_split'] as const
export const MAX_ID = 2_147_483_647

const Id = Type.Integer({ minimum: 1, maximum: MAX_ID })
const Code = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,100}$', description: 'Letters, digits, `_`, `-` and `.`.' })
const Name = Text({ minLength: 1, maxLength: 255 })

/** Takes its text from what the pattern found: `Payslip {period}`. */
const Template = Text({ minLength: 1, maxLength: 255 })
const Templates = Type.Record(Type.String(), Template)

export const ValidationOption = Type.Object({
  id: Id,
  code: Code,
  name: Type.Optional(Name),
  validators: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2, description: 'How many different people must validate. Default: 1.' }),
  ),
  group: Type.Optional(
    Nullable('string', {
      ...Code,
      type: ['string', 'null'],
      description: 'The distribution group whose managers alone validate.',
    }),
  ),
  acknowledge_warnings: Type.Optional(
    Type.Boolean({ description: 'Whether every warning must be acknowledged. Default: false.' }),
  ),
})
export type ValidationOption = Static<typeof ValidationOption>

export const PaperConfiguration = Type.Object({
  code: Code,
  name: Type.Optional(Name),
  address_window: Type.Optional(OneOf(['left', 'right'] as const, { description: 'Default: `right`.' })),
  duplex: Type.Optional(Type.Boolean({ description: 'Whether sheets are printed on both sides. Default: false.' })),
  carrier: Type.Optional(CarrierInput),
})
export type PaperConfiguration = Static<typeof PaperConfiguration>

export const DistributionGroup = Type.Object({
  code: Code,
  name: Type.Optional(Name),
  managers: Type.Optional(Type.Array(Text({ minLength: 1, maxLength: 50 }), { maxItems: 1000 })),
})
export type DistributionGroup = Static<typeof DistributionGroup>

export const DistributionType = Type.Object({
  id: Id,
  code: Code,
  name: Type.Optional(Name),
  format: OneOf(FORMATS),
  document_type: Text({ minLength: 1, maxLength: 100, description: 'The code of a type of employee documents.' }),
  pattern: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 1000,
      description: 'A regular expression with named groups; an index does without.',
    }),
  ),
  index: Type.Optional(Text({ minLength: 1, maxLength: 255, description: 'The name of the index; `index.csv`.' })),
  split_at: Type.Optional(
    OneOf(['form_feed', 'pattern'] as const, {
      description: 'Where a text is split; at form feeds when there are any, else where the pattern is.',
    }),
  ),
  join_same: Type.Optional(
    Type.Boolean({
      description: 'Whether pages that follow each other and on which the pattern finds the same are one document.',
    }),
  ),
  organization: Type.Optional(Text({ minLength: 1, maxLength: 64, description: 'The organization of all numbers.' })),
  title: Type.Optional(Template),
  metas: Type.Optional(Templates),
  filters: Type.Optional(Templates),
})
export type DistributionType = Static<typeof DistributionType>

export const DistributionSettings = Type.Object({
  validation_options: Type.Optional(Type.Array(ValidationOption)),
  paper_configurations: Type.Optional(Type.Array(PaperConfiguration)),
  groups: Type.Optional(Type.Array(DistributionGroup)),
  types: Type.Optional(Type.Array(DistributionType)),
})
export type DistributionSettings = Static<typeof DistributionSettings>
