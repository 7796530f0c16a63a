import type pg from 'pg'
import { expectToBreak, PreparingClient } from './preparing-connection.ts'
import { whileFull } from './retrying-pool.ts'
import { applySessionSettings } from './session-settings.ts'

/** One for each core of a small machine, and some to spare. */
const LANES = 4

type Lane = { client: PreparingClient | undefined; opening: Promise<PreparingClient> | undefined }

/**
 * A few connections that many callers share at once, for lookups by key: what is asked in one turn of the event loop
 * goes out in one write and comes back in one read. A slow statement would make the others wait: none belongs here.
 */
export class Lanes {
  readonly #config: pg.ClientConfig
  readonly #lanes: Lane[] = Array.from({ length: LANES }, () => ({ client: undefined, opening: undefined }))
  #turn = 0

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async query<Row>(config: pg.QueryConfig): Promise<Row[]> {
    this.#turn = (this.#turn + 1) % LANES
    const lane = this.#lanes[this.#turn] as Lane
    const client = lane.client ?? (await this.#open(lane))
    client.gatherWrites()
    const { rows } = await client.query(config)
    return rows
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(async (lane) => (await lane.opening)?.end()))
  }

  #open(lane: Lane): Promise<PreparingClient> {
    lane.opening ??= whileFull(() => this.#connect(lane), this.#config.connectionTimeoutMillis ?? 0).catch((error) => {
      lane.opening = undefined
      throw error
    })
    return lane.opening
  }

  async #connect(lane: Lane): Promise<PreparingClient> {
    const client = new PreparingClient(this.#config)
    expectToBreak(client)
    await client.connect()
    client.on('end', () => {
      lane.client = undefined
      lane.opening = undefined
    })
    applySessionSettings(client)
    lane.client = client
    return client
  }
}
