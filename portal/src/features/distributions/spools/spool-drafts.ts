import { useState } from 'react'
import { type SpoolDraft, type SpoolType, sendSpool } from '#features/distributions/distributions.api.ts'
import { ApiError } from '#kernel/api/api-error.ts'

/** Files that are to become spools: what each is called, its type, how far it is, and what is wrong with it. */
export type DraftState = SpoolDraft & { progress?: number; error?: 'taken' | 'typeMissing' | 'failed' }

export type SpoolDrafts = {
  drafts: DraftState[]
  isSending: boolean
  setFiles(files: File[]): void
  change(file: File, changes: Partial<Pick<SpoolDraft, 'name' | 'type'>>): void
  /** Whether every file has a type; those that have none are marked. */
  check(): boolean
  /** Sends all, one after the other; answers those that were not taken. */
  send(projectId: number | string): Promise<{ draft: SpoolDraft; error: unknown }[]>
}

export function useSpoolDrafts(types: readonly SpoolType[]): SpoolDrafts {
  const [drafts, setDrafts] = useState<DraftState[]>([])
  const [isSending, setSending] = useState(false)
  const patch = (file: File, changes: Partial<DraftState>) =>
    setDrafts((all) => all.map((one) => (one.file === file ? { ...one, ...changes } : one)))

  async function send(projectId: number | string) {
    setSending(true)
    const refused: { draft: SpoolDraft; error: unknown }[] = []
    for (const draft of drafts) {
      try {
        await sendSpool(projectId, draft, (progress) => patch(draft.file, { progress }))
        setDrafts((all) => all.filter((one) => one.file !== draft.file))
      } catch (error) {
        refused.push({ draft, error })
        const isTaken = error instanceof ApiError && error.fields.some(({ code }) => code === 'taken')
        setDrafts((all) =>
          all.map((one) => (one.file === draft.file ? { ...draft, error: isTaken ? 'taken' : 'failed' } : one)),
        )
      }
    }
    setSending(false)
    return refused
  }

  return {
    drafts,
    isSending,
    send,
    setFiles: (files) => setDrafts((all) => draftsOf(files, types, all)),
    change: (file, changes) =>
      setDrafts((all) =>
        all.map((one) => (one.file === file ? { file, name: one.name, type: one.type, ...changes } : one)),
      ),
    check() {
      setDrafts((all) => all.map((one) => (one.type === '' ? { ...one, error: 'typeMissing' } : one)))
      return drafts.every(({ type }) => type !== '')
    },
  }
}

const ENDINGS: Record<string, SpoolType['format'][]> = {
  zip: ['zip_names', 'zip_index'],
  pdf: ['pdf_split'],
  txt: ['txt_split'],
}

/** A draft for each file: the one that it has already, or a new one with a name that no other has. */
export function draftsOf(files: File[], types: readonly SpoolType[], before: readonly DraftState[]): DraftState[] {
  const drafts: DraftState[] = []
  for (const file of files) {
    const known = before.find((one) => one.file === file)
    drafts.push(known ?? newDraft(file, types, [...before, ...drafts]))
  }
  return drafts
}

/** A file whose ending only one type can read has that type. */
function newDraft(file: File, types: readonly SpoolType[], others: readonly DraftState[]): DraftState {
  const [, base = file.name, ending = ''] = /^(.+)\.(\w+)$/.exec(file.name) ?? []
  const fitting = types.filter(({ format }) => ENDINGS[ending.toLowerCase()]?.includes(format))
  const taken = new Set(others.map(({ name }) => name))
  const name = taken.has(base) ? file.name : base
  return { file, name, type: fitting.length === 1 ? (fitting[0]?.code ?? '') : '' }
}
