import { type Caller, type Client, systemActor } from '#kernel/work.ts'

/** What happens by itself. */
export const systemCaller = (client: Client): Caller => ({ client, actor: systemActor })
