export const MOST_TOKEN_BYTES = 20 * 1024
