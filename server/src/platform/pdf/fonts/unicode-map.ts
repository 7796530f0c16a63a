import { hexCode, utf16Hex } from '#platform/pdf/hex-text.ts'

/** As many as one block of a map may have. */
const BLOCK = 100

/** The program that tells a reader which character each code is, so that text can be searched and copied. Codes count from 1. */
export function unicodeMap(characters: string[]): string {
  const lines = characters.map((character, index) => `<${hexCode(index + 1)}> <${utf16Hex(character)}>`)
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += BLOCK) {
    const block = lines.slice(at, at + BLOCK)
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar')
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
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
