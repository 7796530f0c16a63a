import type { words as english } from '../en/employee-tab.ts'

export const words: typeof english = {
  title: 'Unterschriften',
  name: 'Titel',
  status: 'Status',
  signers: 'Unterzeichnende',
  signed: '{{done}} von {{all}} unterzeichnet',
  expiry: 'Frist',
  created: 'Angelegt',
  states: {
    draft: 'Entwurf',
    signing: 'In Unterzeichnung',
    signed: 'Unterzeichnet',
    sent: 'Gesendet',
    done: 'Abgelegt',
    rejected: 'Abgelehnt',
    expired: 'Abgelaufen',
    canceled: 'Abgebrochen',
  },
  make: 'Unterschrift anfordern',
  none: 'Keine Unterschriften',
  noneText: 'Dokumente, die für diese Akte unterzeichnet wurden, erscheinen hier.',
}
