import type { words as english } from '../en/mailed-code.ts'

export const words: typeof english = {
  sentTo: 'Wir senden den Code an',
  send: 'Code anfordern',
  codeTitle: 'Code eingeben',
  codeText:
    'Wir haben einen sechsstelligen Code an {{email}} gesendet. Das kann eine Minute dauern. Sehen Sie auch im Spam-Ordner nach.',
  code: 'Code',
  again: 'Neuen Code senden',
  againIn: 'Neuer Code in {{count}}\u00a0s',
  sentAgain: 'Wir haben einen neuen Code gesendet. Frühere Codes gelten nicht mehr.',
  incomplete: 'Geben Sie die sechs Ziffern aus der E-Mail ein.',
  wrong_code: 'Das ist nicht der Code aus der E-Mail. Prüfen Sie ihn und versuchen Sie es erneut.',
  code_expired: 'Dieser Code ist abgelaufen oder wurde zu oft eingegeben. Fordern Sie einen neuen an.',
  slow_one: 'Zu viele Versuche. Versuchen Sie es in {{count}} Sekunde erneut.',
  slow_other: 'Zu viele Versuche. Versuchen Sie es in {{count}} Sekunden erneut.',
}
