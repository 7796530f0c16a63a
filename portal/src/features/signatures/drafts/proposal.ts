import type { Options, takeDocument } from '#features/signatures/processes/processes.api.ts'
import { fullName } from '#kernel/session/session.ts'
import { type Draft, emptyDraft, newKey, type SignerDraft, withDocument } from './draft.ts'

type Taken = Awaited<ReturnType<typeof takeDocument>>

/** The signature type that fits: the only one, the one that such documents are usually signed with, or one of the same name. */
function fittingType({ signature_types, document_types }: Options, code: string | undefined): string {
  const [first, ...others] = signature_types
  if (first && others.length === 0) return first.id
  const usual = document_types.find((one) => one.code === code)?.usual_signature_type_id
  return [usual, code].find((id) => signature_types.some((one) => one.id === id)) ?? ''
}

/** What the wizard begins with: empty, or what the document of a folder suggests. */
export function proposedDraft(options: Options, taken: Taken | undefined): Draft {
  const code = taken?.document.document_type_code
  const draft = emptyDraft(fittingType(options, code))
  if (!taken) return draft
  const { employee, title, document_type_metas, document_type_filters } = taken.document
  const isFiled = employee !== null && options.document_types.some((one) => one.code === code)
  return {
    ...draft,
    ...withDocument({ ...draft, title }, taken.taken),
    ...(employee ? { employee: { technical_id: employee.technical_id, name: fullName(employee) } } : {}),
    signers: employee ? [asSigner(employee)] : [],
    ...(isFiled && code !== undefined
      ? {
          document_type_code: code,
          metas: document_type_metas as Draft['metas'],
          filters: document_type_filters as Draft['filters'],
        }
      : {}),
  }
}

function asSigner(employee: NonNullable<Taken['document']['employee']>): SignerDraft {
  const { technical_id, first_name, last_name } = employee
  return {
    key: newKey(),
    type: 'employee',
    name: fullName(employee),
    technical_id,
    first_name,
    last_name,
    email: '',
    signing_order: 1,
    boxes: [],
  }
}
