import type { DistributionType } from '#modules/distributions/settings/schemas.ts'
import type { SpoolPieces } from './piece.ts'
import { readPdf } from './read-pdf.ts'
import { readText } from './read-text.ts'
import { readZipIndex } from './read-zip-index.ts'
import { readZipNames } from './read-zip-names.ts'
import type { Spool } from './spool.ts'

const READERS: Record<DistributionType['format'], (spool: Spool) => SpoolPieces> = {
  zip_names: readZipNames,
  zip_index: readZipIndex,
  pdf_split: readPdf,
  txt_split: readText,
}

/** The parts of a spool, in the same order each time. */
export function readSpool(spool: Spool): SpoolPieces {
  return READERS[spool.type.format](spool)
}
