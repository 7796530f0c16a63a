/** Dark enough for white letters, and told apart on the white of a page. */
const COLORS = ['#2f5bd7', '#a8480a', '#1b7a4b', '#8536c9', '#b3205f', '#0f7280', '#6b5b00', '#525a68'] as const

/** The colour of a signer, by their place. */
export const colorOf = (place: number): string => COLORS[place % COLORS.length] ?? COLORS[0]
