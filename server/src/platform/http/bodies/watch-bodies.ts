import type { IncomingMessage } from 'node:http'

type Watched = { endsAt: number; movedAt: number; bytesRead: number; giveUp: () => void }

/** Detects slow bodies: no bytes for a while, or not complete in time. */
export function watchBodies(idleMs: number) {
  const watched = new Map<IncomingMessage, Watched>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = performance.now()
    for (const [request, state] of watched) {
      if (request.complete || request.readableEnded || request.destroyed) forget(request)
      else if (isLate(request, state, now, idleMs)) {
        forget(request)
        state.giveUp()
      }
    }
  }
  const forget = (request: IncomingMessage) => {
    watched.delete(request)
    if (watched.size === 0) stop()
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    /** Answers how to stop it. */
    watch(request: IncomingMessage, wholeMs: number, giveUp: () => void): () => void {
      const now = performance.now()
      watched.set(request, { endsAt: now + wholeMs, movedAt: now, bytesRead: request.socket.bytesRead, giveUp })
      timer ??= setInterval(look, Math.min(1000, idleMs / 3)).unref()
      return () => forget(request)
    },
    stop,
  }
}

function isLate(request: IncomingMessage, state: Watched, now: number, idleMs: number): boolean {
  const { bytesRead } = request.socket
  // While we have not read what came, it is not the caller who is slow.
  if (bytesRead !== state.bytesRead || request.readableLength > 0) {
    state.bytesRead = bytesRead
    state.movedAt = now
  }
  return now > state.endsAt || now - state.movedAt > idleMs
}
