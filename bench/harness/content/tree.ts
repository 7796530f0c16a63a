import { fold } from '../../../server/src/platform/text/text.ts'

export const CLIENT = { id: 'bench', languages: ['en-us', 'fr-fr'] }

/**
 * Large and small are read; subject and reference are written to, one by the service and one by its reference; values
 * of the last are deleted while others are put.
 */
export const DATASETS = {
  large: 'large',
  small: 'small',
  subject: 'put-subject',
  reference: 'put-reference',
  mixed: 'put-and-delete',
} as const

/** How many values each value of the level above has; the first level has `countries`. */
export type Shape = { countries: number; cities: number; offices: number }

/** 50 × 200 × 100 for a million values, and the same proportions for fewer. */
export function shapeOf(values: number): Shape {
  const scale = Math.cbrt(values / 1_000_000)
  const countries = Math.max(1, Math.round(50 * scale))
  const cities = Math.max(1, Math.round(200 * scale))
  return { countries, cities, offices: Math.max(1, Math.round(values / (countries * cities))) }
}

export function sizeOf({ countries, cities, offices }: Shape): number {
  return countries * (1 + cities * (1 + offices))
}

export function randomPath(shape: Shape, level: 1 | 2 | 3): string {
  const codes = [code('c', shape.countries), code('t', shape.cities), code('o', shape.offices)]
  return codes.slice(0, level).join('.')
}

function code(letter: string, most: number): string {
  return `${letter}${String(1 + Math.floor(Math.random() * most)).padStart(4, '0')}`
}

/** English and French; every name has one of each list, so that a word is in about 4 % of the values. */
const ADJECTIVES = `Amber Ambré|Ancient Ancien|Azure Azuré|Bright Éclatant|Calm Paisible|Clear Limpide|Crimson Cramoisi|
  Deep Profond|Eastern Oriental|Gentle Délicat|Golden Doré|Grand Majestueux|Green Verdoyant|High Élevé|Ivory Ivoirin|
  Little Menu|Lower Inférieur|Northern Septentrional|Old Vétuste|Quiet Silencieux|Silver Argenté|Southern Méridional|
  Upper Supérieur|Western Occidental`
const NOUNS = `Abbey Abbaye|Bridge Pont|Brook Ruisseau|Castle Château|Cliff Falaise|Crossing Croisée|Dale Vallon|Field Champ|
  Forest Forêt|Garden Jardin|Gate Porte|Grove Bosquet|Harbour Embarcadère|Hill Colline|Island Île|Lake Lac|Market Marché|
  Meadow Prairie|Mill Moulin|Park Parc|Quarry Carrière|River Rivière|Station Gare|Tower Tour`
/** One value in about ten thousand has this adjective. */
export const RARE = { english: 'Quixotic', french: 'Chimérique', oneIn: 10_007 }

export type Words = { english: string[]; french: string[]; foldedEnglish: string[]; foldedFrench: string[] }

export const adjectives = toWords(`${ADJECTIVES}|${RARE.english} ${RARE.french}`)
export const nouns = toWords(NOUNS)
/** What a level is called; an accent in each list, so that folding is told apart from lower case. */
export const kinds = toWords('Country Contrée|City Cité|Office Bureau')

function toWords(list: string): Words {
  const pairs = list.split('|').map((pair) => pair.trim().split(' '))
  const [english, french] = [0, 1].map((index) => pairs.map((pair) => pair[index] ?? '')) as [string[], string[]]
  return { english, french, foldedEnglish: english.map(fold), foldedFrench: french.map(fold) }
}

/** A value that does not exist yet, if the serial is new. */
export function newValue(serial: string) {
  return {
    code: `n${serial}`,
    localized_names: [
      { language_code: 'en-us', value: `Golden Harbour Office ${serial}` },
      { language_code: 'fr-fr', value: `Bureau Doré Embarcadère ${serial}` },
    ],
  }
}
