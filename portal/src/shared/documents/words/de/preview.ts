import type { words as english } from '../en/preview.ts'

export const words: typeof english = {
  download: 'Herunterladen',
  noPreviewText: 'Für diesen Dateityp gibt es keine Vorschau. Laden Sie die Datei herunter, um sie zu öffnen.',
  noPreviewTitle: 'Keine Vorschau',
  picture: 'Bild von {{title}}',
  text: 'Text von {{title}}',
}
