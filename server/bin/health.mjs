// The health check of a container: whether the process in it is ready. A worker answers on a port of its own, if on any.
const { PORT = '8080', ROLE, WORKER_PORT = '' } = process.env
const port = ROLE === 'worker' ? WORKER_PORT : PORT
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
process.exitCode = port === '' || (await isReady()) ? 0 : 1
