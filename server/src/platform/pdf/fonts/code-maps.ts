import { hexCode, utf16Hex } from '#platform/pdf/hex-text.ts'

/** As many as one block of a map may have. */
const BLOCK = 100

/** The program that tells a reader which text each code is, so that it can be searched and copied. */
export function unicodeMap(codes: readonly { number: number; text: string }[]): string {
  const told = codes.filter(({ text }) => text !== '')
  const lines = told.map(({ number, text }) => `<${hexCode(number)}> <${utf16Hex(text)}>`)
  return mapOf(lines, { kind: 'bfchar', ordering: 'UCS', name: 'Adobe-Identity-UCS', type: 2 })
}

/** The program that tells a reader which glyph each code draws. */
export function characterMap(codes: readonly { number: number; glyph: number }[]): string {
  const lines = codes.map(({ number, glyph }) => `<${hexCode(number)}> ${glyph}`)
  return mapOf(lines, { kind: 'cidchar', ordering: 'Identity', name: 'Codes', type: 1 })
}

type Kind = { kind: string; ordering: string; name: string; type: number }

function mapOf(lines: readonly string[], { kind, ordering, name, type }: Kind): string {
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += BLOCK) {
    const block = lines.slice(at, at + BLOCK)
    blocks.push(`${block.length} begin${kind}`, ...block, `end${kind}`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    `/CIDSystemInfo <</Registry (Adobe) /Ordering (${ordering}) /Supplement 0>> def`,
    `/CMapName /${name} def`,
    `/CMapType ${type} def`,
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}
