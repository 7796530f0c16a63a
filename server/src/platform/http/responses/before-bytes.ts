/**
 * Is awaited before the first byte of a file leaves, and by nothing that leaves without bytes: HEAD, 304, 416. When it throws,
 * that is answered in place of the file.
 */
export type BeforeBytes = (extent: 'whole' | 'range') => Promise<void>
