/** From where the demo can be entered without a password: from this machine, or from anywhere. */
export type DemoEntry = 'loopback' | 'anywhere'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]', '::1']

export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname.toLowerCase())
}

type Settings = { SETUP_FILE?: string | undefined; DEMO?: boolean | undefined; HOST: string }

/**
 * Whether this installation lets the demo be entered. One that was set up by its operator does not, nor one that others
 * can reach, unless DEMO asks for it.
 */
export function demoEntryOf({ SETUP_FILE, DEMO, HOST }: Settings, publicUrl: string): DemoEntry | undefined {
  if (SETUP_FILE !== undefined || DEMO === false) return undefined
  if (DEMO) return 'anywhere'
  return isLoopbackName(HOST) && isLoopbackName(new URL(publicUrl).hostname) ? 'loopback' : undefined
}
