import type { FileProblem } from '#platform/csv/file-problem.ts'

export type Severity = 'error' | 'warning' | 'info'

/** A line of a report; `cells` is the row that it is about, where rows can be mended and sent again. */
export type ReportLine = FileProblem & { cells?: readonly string[] | undefined }
