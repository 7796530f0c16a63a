import { Registry } from 'prom-client'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import { callbackQueue, Dispatcher, openMeter } from '#modules/webhooks/index.ts'
import { systemClock } from '#platform/clock.ts'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { openOutboxSignal } from '#platform/events/outbox-signal.ts'
import { openLog } from '#platform/log.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'

/** `claimed`: with deliveries in hand, and none sent; `answered`: with answers in hand, and none of them written. */
export type DispatchOrder = {
  connection: DatabaseAddress
  secretKey: string
  dieAt?: 'claimed' | 'answered'
  graceMs?: number
}

const { connection, secretKey, dieAt, graceMs = 5000 }: DispatchOrder = JSON.parse(process.argv[2] ?? '')
const { db, pool, close } = openDatabase(connection, { poolSize: 5 })
const news = openOutboxSignal(connection, pool)
const outbound = openOutbound({ allowPrivate: true })
const queue = callbackQueue(db)
const die = () => process.kill(process.pid, 'SIGKILL')
let handedOut = 0

/** Hands out events and sends callbacks until SIGTERM; then it tells how many deliveries it has made of events. */
const dispatcher = new Dispatcher({
  queue: {
    ...queue,
    async fanOut(now) {
      const made = await queue.fanOut(now)
      handedOut += made.deliveries
      return made
    },
    async claim(request) {
      const claimed = await queue.claim(request)
      if (dieAt === 'claimed' && claimed.length > 0) die()
      return claimed
    },
    async record(results, endpoints, now) {
      if (dieAt === 'answered') die()
      return queue.record(results, endpoints, now)
    },
  },
  doWork: unitOfWork({ db, clock: systemClock, insertJobs: async () => {}, notifyOutbox: news.notify }),
  clock: systemClock,
  keyring: openKeyring(secretKey),
  outbound,
  log: openLog('silent'),
  meter: openMeter(new Registry()),
})
const stopListening = news.listen(() => dispatcher.wake())

process.once('SIGTERM', async () => {
  await Promise.all([stopListening(), dispatcher.stop(graceMs)])
  await outbound.close()
  await close()
  process.stdout.write(`handed out ${handedOut}\n`, () => process.exit())
})
process.stdout.write('ready\n')
