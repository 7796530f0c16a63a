import { answerChunks } from '#platform/threads/in-thread.ts'
import { ValueFile, type ValueFileSettings } from './value-file.ts'

/** Reads a file of values in a thread of its own. */
answerChunks((settings: ValueFileSettings) => {
  const file = new ValueFile(settings)
  return (piece) => {
    const answer = file.read(piece)
    return { answer, transfer: [answer.staged.buffer] }
  }
})
