import type { Plugin, Rolldown } from 'vite'
import { isFirst } from '../src/app/first-words.ts'
import { LANGUAGES } from '../src/kernel/language/languages.ts'
import { findWordSets, wordFileOf } from './word-sets.ts'

/** `CATALOGUES`: how the catalogue of each language is loaded. */
const INDEX = 'virtual:words'
/** The catalogue of a language. */
const CATALOGUE = /^\0virtual:words\/(\w+)$/
const WORD_FILE = /\/words\/\w+\/([\w-]+)\.ts$/
const DECLARATIONS = /\/words\.ts$/

/** What the build calls the file of a catalogue or of other words. */
export function wordChunkName(module: string | null): string | undefined {
  if (module === null) return undefined
  const language = CATALOGUE.exec(module)?.[1]
  if (language) return `words-${language}`
  const file = WORD_FILE.exec(module)?.[1]
  return file && `words/${file}`
}

function indexSource(): string {
  const entries = LANGUAGES.map(({ code }) => `${code}: () => import('${INDEX}/${code}'),`)
  return ['export const CATALOGUES = {', ...entries, '}'].join('\n')
}

/** The first words are part of the catalogue; it loads the others when they are asked for. */
function catalogueSource(language: string): string {
  const names = findWordSets().map(({ name }) => name)
  const first = names.filter(isFirst)
  const others = names.filter((name) => !isFirst(name))
  const pathOf = (name: string) => `'/src/${wordFileOf(name, language)}'`
  return [
    ...first.map((name, index) => `import { words as first${index} } from ${pathOf(name)}`),
    'export const first = {',
    ...first.map((name, index) => `'${name}': first${index},`),
    '}',
    'export const files = {',
    ...others.map((name) => `'${name}': () => import(${pathOf(name)}),`),
    '}',
  ].join('\n')
}

/** Where a browser finds a catalogue; the development server has no bundle, and addresses of its own. */
function catalogueUrl(language: string, bundle: Rolldown.OutputBundle | undefined): string {
  const id = `${INDEX}/${language}`
  if (!bundle) return `/@id/__x00__${id}`
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === `\0${id}`)
  if (!chunk) throw new Error(`The build has no catalogue of ${language}.`)
  return `/${chunk.fileName}`
}

/**
 * Makes a catalogue for each language, so that the first script names one file per language and not each of theirs, and has
 * the document load the catalogue of the browser's language beside the first scripts.
 */
export const words: Plugin = {
  name: 'dossier:words',
  resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${INDEX}`) return indexSource()
    const language = CATALOGUE.exec(id)?.[1]
    return language ? catalogueSource(language) : undefined
  },
  /** Where a word set is declared or removed, the catalogues change. */
  hotUpdate({ file, modules }) {
    if (!DECLARATIONS.test(file)) return undefined
    const catalogues = LANGUAGES.map(({ code }) => this.environment.moduleGraph.getModuleById(`\0${INDEX}/${code}`))
    return [...modules, ...catalogues.filter((catalogue) => catalogue !== undefined)]
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const files = LANGUAGES.map(({ code }) => [code, catalogueUrl(code, bundle)])
      return html.replace('__WORD_FILES__', JSON.stringify(Object.fromEntries(files)))
    },
  },
}
