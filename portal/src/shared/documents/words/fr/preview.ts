import type { words as english } from '../en/preview.ts'

export const words: typeof english = {
  download: 'Télécharger',
  noPreviewText: 'Ce type de fichier ne peut pas être affiché ici. Téléchargez-le pour l’ouvrir.',
  noPreviewTitle: 'Pas d’aperçu',
  picture: 'Image de {{title}}',
  text: 'Texte de {{title}}',
}
