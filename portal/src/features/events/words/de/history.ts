import type { words as english } from '../en/history.ts'

export const words: typeof english = {
  history: {
    title: 'Verlauf',
    more: 'Ältere Einträge anzeigen',
    none: 'Noch kein Verlauf',
    noneText: 'Änderungen an den Daten und der Akte erscheinen hier.',
    by: 'von {{name}}',
    byApplication: 'von der Anwendung {{name}}',
    bySystem: 'vom System',
    events: {
      employee_created: 'Mitarbeiter/in hinzugefügt',
      employee_updated: 'Daten geändert',
      employee_deleted: 'Mitarbeiter/in gelöscht',
      employee_restored: 'Mitarbeiter/in wiederhergestellt',
      note_created: 'Notiz verfasst',
      employee_document_created: 'Dokument abgelegt:',
      employee_document_updated: 'Dokument geändert:',
      employee_document_trashed: 'Dokument in den Papierkorb verschoben:',
      employee_document_restored: 'Dokument wiederhergestellt:',
      employee_document_deleted: 'Dokument gelöscht:',
      employee_document_unlinked: 'Dokument aus dem Tresor entfernt:',
      legal_hold_created: 'Löschsperre gesetzt:',
      legal_hold_deleted: 'Löschsperre aufgehoben:',
      vault_link_deleted: 'Tresor getrennt',
      request_created: 'Antrag angelegt:',
      request_updated: 'Antrag geändert:',
      request_commented: 'Nachricht zum Antrag',
      request_deleted: 'Antrag gelöscht:',
    },
  },
}
