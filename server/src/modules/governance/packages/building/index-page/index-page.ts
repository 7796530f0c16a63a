import { type CollectedRecord, PACKAGE_KINDS, type PackageKind } from '#kernel/personal-data/collector.ts'
import type { PackageSubject } from '#modules/governance/packages/building/find-subject.ts'
import { localeOf } from '#platform/text/language.ts'
import { escaped, linkTo } from './escaped.ts'
import { PAGE_STYLE } from './page-style.ts'
import { PAGE_WORDS, type PageWords } from './page-words.ts'
import { facts, readable, type Style } from './record-facts.ts'

/** Of so many records of a kind the page shows what they say. Of the others it has the files; the JSON has everything. */
const MAX_SHOWN = 500

type About = {
  subject: PackageSubject
  company: string
  createdAt: Date
  context: { language: string | null; exclude: ReadonlySet<PackageKind> }
}

type Counted = { kind: PackageKind; count: number; path: string }

/** The page that people open first: readable without a network, on paper and on a phone. It runs and loads nothing. */
export class IndexPage {
  readonly #about: About
  readonly #words: PageWords
  readonly #language: string
  readonly #style: Style
  readonly #number: Intl.NumberFormat
  readonly #rows = new Map<PackageKind, string[]>()
  readonly #shown = new Map<PackageKind, number>()

  constructor(about: About) {
    this.#about = about
    const { language, words } = PAGE_WORDS.in(about.context.language)
    this.#words = words
    this.#language = language
    this.#number = new Intl.NumberFormat(localeOf(language))
    this.#style = {
      words,
      moment: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
      day: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }),
    }
  }

  add(kind: PackageKind, record: CollectedRecord, paths: readonly string[]): void {
    const shown = this.#shown.get(kind) ?? 0
    if (shown >= MAX_SHOWN && record.files.length === 0) return
    this.#shown.set(kind, shown + 1)
    const rows = this.#rows.get(kind) ?? []
    this.#rows.set(kind, rows)
    rows.push(
      kind === 'employee' ? facts(record.data, this.#style, { kind: 'facts' }) : this.#row(kind, record, paths, shown),
    )
  }

  #row(kind: PackageKind, record: CollectedRecord, paths: readonly string[], shown: number): string {
    const { data, date, files } = record
    const said = shown < MAX_SHOWN ? facts(data, this.#style) : ''
    const more = said && `<details><summary>${this.#words.details}</summary>${said}</details>`
    const links = paths.map((path, index) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const size = this.#size(files[index]?.size ?? 0)
      return `<li><a href="${linkTo(path)}">${escaped(name)}</a> <span class="size">${size}</span></li>`
    })
    const day = date ? escaped(this.#style.day.format(date)) : ''
    const list = links.length === 0 ? '' : `<ul class="files">${links.join('')}</ul>`
    const title = escaped(this.#title(kind, record))
    return `<tr><td class="date">${day}</td><td><strong>${title}</strong>${list}${more}</td></tr>`
  }

  /** What happened is put into words; what has no title is called by its type, or as its kind. */
  #title(kind: PackageKind, { data, title }: CollectedRecord): string {
    const { kinds, values, things, happenings } = this.#words
    const [, thing, happening] =
      (kind === 'events' || kind === 'audit') && title ? (/^(\w+)\.(\w+)$/.exec(title) ?? []) : []
    if (thing !== undefined && happening !== undefined) {
      return `${things[thing] ?? readable(thing)}: ${happenings[happening] ?? readable(happening)}`
    }
    const { type = '' } = data as { type?: string }
    return title ?? readable(values[type] ?? kinds[kind].name)
  }

  #size(bytes: number): string {
    const [unit, divisor] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const)
    const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const
    return escaped(new Intl.NumberFormat(localeOf(this.#language), options).format(Math.max(bytes / divisor, 0.1)))
  }

  *html(kinds: readonly Counted[]): Generator<string, void, undefined> {
    yield this.#head(kinds)
    for (const kind of kinds) yield* this.#section(kind)
    yield this.#foot()
  }

  #head(kinds: readonly Counted[]): string {
    const { subject, company, createdAt } = this.#about
    const words = this.#words
    const name = escaped([subject.first_name, subject.last_name].filter(Boolean).join(' '))
    const cards = kinds.map(
      ({ kind, count }) =>
        `<li${count === 0 ? ' class="zero"' : ''}><a href="#${kind}"><strong>${words.kinds[kind].name}</strong> <span class="number">${this.#number.format(count)}</span></a></li>`,
    )
    return `<!doctype html>
<html lang="${this.#language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${words.title} – ${name}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<p class="company">${escaped(company)}</p>
<h1>${words.title}</h1>
<p class="person">${name}</p>
<p class="intro">${escaped(words.intro(company))}</p>
<p class="made">${escaped(words.made(this.#style.moment.format(createdAt)))}</p>
<nav aria-label="${escaped(words.contents)}"><ul class="cards">${cards.join('\n')}</ul></nav>
</header>
<main>
`
  }

  *#section({ kind, count, path }: Counted): Generator<string, void, undefined> {
    const words = this.#words
    const { name, about } = words.kinds[kind]
    const rows = this.#rows.get(kind) ?? []
    yield `<section id="${kind}">\n<h2>${name} <small>${kind === 'employee' ? '' : escaped(words.count(count))}</small></h2>\n<p class="about">${about}</p>\n`
    if (rows.length === 0) yield `<p class="nothing">${words.nothing}</p>\n`
    else if (kind === 'employee') yield* rows
    else {
      const { date, what } = words.columns
      yield `<table>\n<thead><tr><th scope="col">${date}</th><th scope="col">${what}</th></tr></thead>\n<tbody>\n`
      for (const row of rows) yield `${row}\n`
      yield '</tbody>\n</table>\n'
    }
    if (rows.length < count) yield `<p class="about">${escaped(words.more(rows.length, count))}</p>\n`
    yield `<p class="raw"><a href="${path}">${words.raw}</a></p>\n</section>\n`
  }

  #foot(): string {
    const { leftOut, leftOutNote, proof, proofNote, manifest, seal, kinds } = this.#words
    const missing = PACKAGE_KINDS.filter((kind) => this.#about.context.exclude.has(kind))
    const note =
      missing.length === 0
        ? ''
        : `<section><h2>${leftOut}</h2><p class="about">${leftOutNote}</p><ul class="plain">${missing.map((kind) => `<li>${kinds[kind].name}</li>`).join('')}</ul></section>\n`
    return `${note}<section><h2>${proof}</h2><p>${proofNote}</p>
<p class="raw"><a href="manifest.json">${manifest}</a> · <a href="manifest.json.jws">${seal}</a></p></section>
<footer></footer>
</main>
</body>
</html>
`
  }
}
