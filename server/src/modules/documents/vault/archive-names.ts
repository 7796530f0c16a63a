import { extname } from 'node:path'

const MAX_CHARACTERS = 120
/** What Windows takes in no name. */
const UNUSABLE = /[\\/:*?"<>|\p{Cc}]+/gu

type Named = { title: string; filename: string; date: string; document_type_name: string }

/** Names for files in an archive that people unpack: by year, readable, and unique on every file system. */
export class ArchiveNames {
  readonly #taken = new Set<string>()

  next({ title, filename, date, document_type_name }: Named): string {
    const extension = usable(extname(filename))
    const day = date.slice(0, 10)
    const name = cut(usable([day, document_type_name, title].join(' - ')))
    const path = `${day.slice(0, 4)}/${name}`
    for (let copy = 1; ; copy += 1) {
      const wanted = `${path}${copy === 1 ? '' : ` (${copy})`}${extension}`
      const folded = wanted.normalize('NFC').toLowerCase()
      if (this.#taken.has(folded)) continue
      this.#taken.add(folded)
      return wanted
    }
  }
}

function usable(text: string): string {
  return text
    .replaceAll(UNUSABLE, '_')
    .replace(/[. ]+$/, '')
    .trim()
}

function cut(text: string): string {
  return [...text].slice(0, MAX_CHARACTERS).join('').trim()
}
