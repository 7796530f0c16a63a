/** What is wrong with a file: on which line and in which column, where it concerns one. */
export type FileProblem = { line: number | null; field: string | null; code: string; message: string }
