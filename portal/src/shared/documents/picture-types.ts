/** What the server makes pictures of. */
export const PICTURES: readonly string[] = ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp']
