import { extname } from 'node:path'
import { UniqueNames } from '#platform/zip/unique-names.ts'

type Named = { title: string; filename: string; date: string; document_type_name: string }

/** Names for the documents of a vault in an archive that people unpack: by year. */
export class ArchiveNames {
  readonly #names = new UniqueNames()

  next({ title, filename, date, document_type_name }: Named): string {
    const day = date.slice(0, 10)
    return this.#names.next(day.slice(0, 4), [day, document_type_name, title].join(' - '), extname(filename))
  }
}
