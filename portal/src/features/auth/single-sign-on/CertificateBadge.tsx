import { singleSignOnWords } from '#features/auth/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { readCertificate } from './certificate.ts'

const SOON_MS = 30 * 86_400_000

/** Until when the certificates of a provider hold; the one that holds longest counts. */
export function CertificateBadge({ certificates }: { certificates: string[] }) {
  const t = useWords(singleSignOnWords)
  const format = useFormat()
  const ends = certificates.map((one) => readCertificate(one)?.expiresAt.getTime() ?? 0)
  const last = Math.max(0, ...ends)
  if (last === 0) return <StatusBadge tone="bad">{t('providers.unreadable')}</StatusBadge>
  const date = format.date(new Date(last))
  const { tone, key } = stateOf(last - Date.now())
  return <StatusBadge tone={tone}>{t(`providers.${key}`, { date })}</StatusBadge>
}

function stateOf(leftMs: number): { tone: Tone; key: 'expired' | 'expiresSoon' | 'validUntil' } {
  if (leftMs <= 0) return { tone: 'bad', key: 'expired' }
  return leftMs < SOON_MS ? { tone: 'warning', key: 'expiresSoon' } : { tone: 'neutral', key: 'validUntil' }
}
