import { isMainThread } from 'node:worker_threads'

type Resource = { asyncId(): number; constructor: { name: string } }
type Watch = (asyncId: number, type: string, triggerAsyncId: number, resource: Resource) => void

/** What node:test calls the objects that tests, suites and hooks are. */
const TESTS = new Set(['Test', 'Suite', 'TestHook', 'FileTest'])

/**
 * node:test watches every promise that is made, to know of which test a hook or a subtest is that is declared later: a
 * tenth of the CPU time of a file that starts a service and calls it. `AsyncLocalStorage` knows the same for less. What
 * node:test takes from `node:async_hooks` is therefore replaced while it loads; a version of it that asks for something else
 * works as it always does.
 */
function followTestsByStorage(asyncHooks: typeof import('node:async_hooks'), load: () => void): void {
  const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = asyncHooks
  const current = new AsyncLocalStorage<number>()
  let watch: Watch | undefined
  asyncHooks.createHook = ({ init }) => {
    watch = init as Watch
    const hook = { enable: () => hook, disable: () => hook }
    return hook
  }
  asyncHooks.executionAsyncId = () => current.getStore() ?? executionAsyncId()
  load()
  Object.assign(asyncHooks, { createHook, executionAsyncId })

  const { runInAsyncScope } = AsyncResource.prototype
  AsyncResource.prototype.runInAsyncScope = function (this: Resource, run, thisArg, ...args) {
    const scope = runInAsyncScope.bind(this as never)
    if (!watch || !TESTS.has(this.constructor.name)) return scope(run, thisArg, ...args)
    const id = this.asyncId()
    watch(id, 'Test', 0, this)
    return scope(() => current.run(id, () => run.apply(thisArg as never, args)))
  } as typeof runInAsyncScope
}

// Threads that a test starts are given the same arguments as this process.
if (isMainThread) {
  const { getBuiltinModule } = process
  followTestsByStorage(getBuiltinModule('node:async_hooks'), () => getBuiltinModule('node:test'))
}
