const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** What every process of a test gets: nothing of ours but where programs are, and where modules lie compiled. */
export const bareEnvironment = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
