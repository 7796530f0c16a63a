export const words = {
  download: 'Download',
  noPreviewText: 'There is no preview for this type of file. Download it to open it.',
  noPreviewTitle: 'No preview',
  picture: 'Picture of {{title}}',
  text: 'Text of {{title}}',
}
