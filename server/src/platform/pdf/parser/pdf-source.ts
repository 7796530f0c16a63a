/** Where the bytes of a file are read from; both positions belong to what is read. */
export type PdfSource = { sizeBytes: number; read(start: number, end: number): Promise<Buffer> }
