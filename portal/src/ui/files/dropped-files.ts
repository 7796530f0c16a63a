type Dragged = { dataTransfer: DataTransfer | null }

/** Whether files are being dragged, and not a text or a picture of the page. */
export function hasFiles({ dataTransfer }: Dragged): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** The files that were dropped; directories are left out. */
export function droppedFiles({ dataTransfer }: Dragged): File[] {
  return [...(dataTransfer?.items ?? [])]
    .filter((item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory !== true)
    .flatMap((item) => item.getAsFile() ?? [])
}
