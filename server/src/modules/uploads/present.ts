import { inSeconds } from '#platform/time/dates.ts'
import type { UploadRow } from './queries.ts'
import type { Upload } from './schemas.ts'

export function presentUpload({ size, expires_at, created_at, ...upload }: UploadRow): Upload {
  return { ...upload, size: Number(size), expires_at: inSeconds(expires_at), created_at: inSeconds(created_at) }
}
