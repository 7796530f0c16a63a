import type { words as english } from '../en/notes.ts'

export const words: typeof english = {
  notes: {
    title: 'Notizen',
    text: 'Nur für Führungskräfte. Die betroffene Person sieht sie nie.',
    add: 'Notiz hinzufügen',
    save: 'Notiz speichern',
    saved: 'Die Notiz wurde gespeichert.',
    description: 'Notiz',
    needed: 'Geben Sie eine Notiz ein.',
    remindDate: 'Erinnern am',
    remindHelp: 'Alle, die die Notiz lesen dürfen, erhalten an diesem Tag eine E-Mail.',
    readersField: 'Lesen dürfen',
    readersHelp: 'Ihre eigenen Notizen können Sie immer lesen.',
    clearReaders: 'Alle entfernen',
    readers: 'Sichtbar für {{names}}',
    everyone: 'Alle Führungskräfte, die diese Akte sehen',
    somebody: 'Unbekannt',
    reminds: 'Erinnerung am {{date}}',
    reminded: 'Erinnert am {{date}}',
    delete: 'Notiz löschen',
    deleted: 'Die Notiz wurde gelöscht.',
    more: 'Ältere Notizen anzeigen',
    none: 'Noch keine Notizen',
    noneText: 'Hinterlassen Sie Ihrem Team eine Notiz und legen Sie ein Datum für eine Erinnerung fest.',
  },
}
