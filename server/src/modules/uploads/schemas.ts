import { type Static, Type } from 'typebox'
import { NamedObject, Timestamp } from '#platform/http/validation/schemas.ts'

export const Upload = NamedObject('Upload', {
  id: Type.String({ format: 'uuid' }),
  filename: Type.String(),
  content_type: Type.String({ description: 'Detected from the content, regardless of what the caller sent.' }),
  size: Type.Integer({ description: 'In bytes.' }),
  sha256: Type.String({ description: 'The SHA-256 of the file, in lower-case hexadecimal digits.' }),
  expires_at: Timestamp({ description: 'An unused upload is removed at this time.' }),
  created_at: Timestamp(),
})
export type Upload = Static<typeof Upload>
