const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text in HTML, between tags or in an attribute. What is not seen goes: it could turn around what stands behind it. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}/gu, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** A path in the ZIP as a link from its root. */
export function linkTo(path: string): string {
  return escaped(path.split('/').map(encodeURIComponent).join('/'))
}
