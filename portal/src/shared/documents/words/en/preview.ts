export const words = {
  download: 'Download',
  noPreviewText: 'Files of this type have no preview. Download it to open it.',
  noPreviewTitle: 'No preview',
  picture: 'Picture of {{title}}',
  text: 'Text of {{title}}',
}
