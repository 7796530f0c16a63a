import { AsyncResource } from 'node:async_hooks'
import { after } from 'node:test'

/** For what all files of a process share: a hook of none of them, as the group of files loads this before the first. */
export const afterProcess = AsyncResource.bind(after) as typeof after
