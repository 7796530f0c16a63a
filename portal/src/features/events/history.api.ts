import type { Answer } from '#kernel/api/answer.ts'

export type HistoryItem = Answer<'/portal/api/manager/employees/{technical_id}/history'>[number]
