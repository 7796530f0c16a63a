let handed: File[] = []

/** Keeps files that were dropped on one page for the page that sends them. */
export function handFiles(files: File[]): void {
  handed = files
}

/** Those files, once. */
export function takeHandedFiles(): File[] {
  const files = handed
  handed = []
  return files
}
