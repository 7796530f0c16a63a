import type { words as english } from '../en/preview.ts'

export const words: typeof english = {
  download: 'Descargar',
  noPreviewText: 'Este tipo de archivo no tiene vista previa. Descárguelo para abrirlo.',
  noPreviewTitle: 'Sin vista previa',
  picture: 'Imagen de {{title}}',
  text: 'Texto de {{title}}',
}
