import { type Static, Type } from 'typebox'
import { NamedObject, Timestamp } from '#platform/http/validation/schemas.ts'

export const Upload = NamedObject('Upload', {
  id: Type.String({ format: 'uuid' }),
  filename: Type.String(),
  content_type: Type.String({ description: 'As its bytes tell, whatever the caller said.' }),
  size: Type.Integer({ description: 'In bytes.' }),
  sha256: Type.String({ description: 'Of its bytes, in lower-case hexadecimal digits.' }),
  expires_at: Timestamp({ description: 'An upload that nobody used by then is removed.' }),
  created_at: Timestamp(),
})
export type Upload = Static<typeof Upload>
