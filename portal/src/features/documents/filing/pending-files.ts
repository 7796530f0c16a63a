let handed: File[] = []

/** Keeps files that were dropped on one page for the page that sends them. */
export function keepPendingFiles(files: File[]): void {
  handed = files
}

/** Those files, once. */
export function takePendingFiles(): File[] {
  const files = handed
  handed = []
  return files
}
