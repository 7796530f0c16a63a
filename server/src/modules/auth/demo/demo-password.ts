import type { Keyring } from '#platform/crypto/keyring.ts'

/**
 * The first password of a person of the demo, short enough to be typed. It follows from the key of the installation, so
 * that it can be shown again and is stored nowhere.
 */
export function demoPassword(keyring: Keyring, technicalId: string): string {
  const bytes = keyring.fingerprint(`demo password of ${technicalId}`)
  return bytes.toString('base64url').replaceAll(/[-_]/g, '').slice(0, 12)
}
