import type { Actor } from '#kernel/work.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** Who validates, as far as different people are counted: all keys and applications are one. */
export function validatorOf({ type, id }: Actor): string {
  return type === 'user' && id !== null ? `user:${id}` : 'api'
}

const insert = statement<
  { validator: string },
  { client_id: string; project_id: number; validator: string; actor: string; validated_at: Date }
>(`
  INSERT INTO distribution_validations (client_id, project_id, validator, actor, validated_at)
  VALUES ($client_id, $project_id, $validator, $actor::json, $validated_at) ON CONFLICT DO NOTHING RETURNING validator`)

type NewValidation = { projectId: number; actor: Actor; now: Date }

/** Whether this is the first validation by this actor. */
export async function insertValidation(
  tx: Tx,
  client: { id: string },
  { projectId, actor, now }: NewValidation,
): Promise<boolean> {
  return (
    (
      await insert(tx, {
        client_id: client.id,
        project_id: projectId,
        validator: validatorOf(actor),
        actor: JSON.stringify(actor),
        validated_at: now,
      })
    ).length > 0
  )
}

/** The documents of a project have changed: its validations were of something else. */
export const clearValidations = statement<never, { client_id: string; project_id: number }>(`
  DELETE FROM distribution_validations WHERE client_id = $client_id AND project_id = $project_id`)
