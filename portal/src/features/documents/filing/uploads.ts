import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { DOCUMENTS_KEY } from '#features/documents/folders/folders.api.ts'
import { ApiError, upload } from '#kernel/api/api.ts'

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed'
export type Upload = {
  key: string
  file: File
  title: string
  state: UploadState
  progress: number
  error: unknown
  documentId: string | null
}

/** What all files of one go have in common. */
export type UploadData = {
  document_type_code: string
  employee_technical_id?: string
  organization_codes?: string[]
  date?: string
  external_unique_id?: string
  document_type_metas: Record<string, string | number>
  document_type_filters: Record<string, string | number>
}

/** As many files are on their way at once. */
const LANES = 2

let made = 0

export function newUpload(file: File): Upload {
  made += 1
  const title = file.name.replace(/(?<=.)\.[^.]{1,10}$/, '').slice(0, 255)
  return { key: `file-${made}`, file, title, state: 'waiting', progress: 0, error: null, documentId: null }
}

/** Files to be filed, each with its own title, progress and outcome. */
export function useUploads(first: File[]) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>(() => first.map(newUpload))
  const [isSending, setSending] = useState(false)
  const current = useRef(uploads)
  current.current = uploads

  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((old) => old.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  async function sendOne(one: Upload, data: UploadData): Promise<boolean> {
    change(one.key, { state: 'sending', progress: 0, error: null })
    const form = new FormData()
    form.append('data', JSON.stringify({ ...data, title: one.title }))
    form.append('file', one.file)
    try {
      const onProgress = (progress: number) => change(one.key, { progress })
      const { id } = await upload<{ id: string }>('/portal/api/manager/documents', form, { onProgress })
      change(one.key, { state: 'done', progress: 1, documentId: id })
      return true
    } catch (error) {
      change(one.key, { state: 'failed', error })
      return false
    }
  }

  /** Sends what was not filed yet; tells the refusals of the fields that all have in common. */
  async function send(data: UploadData): Promise<void> {
    setSending(true)
    const queue = current.current.filter(({ state }) => state === 'waiting' || state === 'failed')
    const work = async () => {
      for (let one = queue.shift(); one; one = queue.shift()) await sendOne(one, data)
    }
    await Promise.all(Array.from({ length: LANES }, work))
    setSending(false)
    await client.invalidateQueries({ queryKey: DOCUMENTS_KEY })
  }

  return {
    uploads,
    isSending,
    add: (files: File[]) => setUploads((old) => [...old, ...files.map(newUpload)]),
    remove: (key: string) => setUploads((old) => old.filter((one) => one.key !== key)),
    rename: (key: string, title: string) => change(key, { title }),
    clear: () => setUploads([]),
    send,
  }
}

/** What the last refusals say about fields, of whichever file. */
export function refusedFields(uploads: Upload[]): { field: string; message: string }[] {
  return uploads.flatMap(({ error }) => (error instanceof ApiError ? error.fields : []))
}
