import { open } from 'node:fs/promises'
import type { Shape } from './tree.ts'

const HEADER = ['country', 'city', 'office'].flatMap((level) => [level, `${level}.en-us`, `${level}.fr-fr`]).join(',')
const LINES_AT_ONCE = 5000

/** 100 countries of 100 cities for a million offices, and the same proportions for fewer. */
export function csvShapeOf(rows: number): Shape {
  const each = Math.max(1, Math.round(100 * Math.cbrt(rows / 1_000_000)))
  return { countries: each, cities: each, offices: Math.max(1, Math.round(rows / (each * each))) }
}

/** A file with a row for each office, which names its city and its country as well. Answers how many rows it has. */
export async function writeCsvTree(path: string, shape: Shape): Promise<number> {
  const file = await open(path, 'w')
  let rows = 0
  let lines = [HEADER]
  for (const cells of offices(shape)) {
    lines.push(cells)
    rows += 1
    if (lines.length < LINES_AT_ONCE) continue
    await file.write(`${lines.join('\n')}\n`)
    lines = []
  }
  await file.write(`${lines.join('\n')}\n`)
  await file.close()
  return rows
}

function* offices({ countries, cities, offices: most }: Shape): Generator<string> {
  for (let country = 1; country <= countries; country += 1) {
    const inCountry = cellsOf(country)
    for (let city = 1; city <= cities; city += 1) {
      const inCity = `${inCountry},${cellsOf(country, city)}`
      for (let office = 1; office <= most; office += 1) yield `${inCity},${cellsOf(country, city, office)}`
    }
  }
}

function cellsOf(...numbers: number[]): string {
  const { code, english, french } = csvValue(numbers)
  return `${code},${english},${french}`
}

const KINDS = [
  ['c', 'Country', 'Contrée'],
  ['t', 'City', 'Cité'],
  ['o', 'Office', 'Bureau'],
] as const

/** What the file says of the value at these numbers; an accent in each name, so that folding is seen. */
export function csvValue(numbers: number[]) {
  const place = numbers.join('-')
  const [letter = 'x', english = '', french = ''] = KINDS[numbers.length - 1] ?? []
  return {
    code: `${letter}${numbers.at(-1)}`,
    path: numbers.map((number, index) => `${KINDS[index]?.[0]}${number}`).join('.'),
    english: `${english} ${place} of the Golden Harbour`,
    french: `${french} ${place} de l’Embarcadère Doré`,
  }
}
