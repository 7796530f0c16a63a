/** What a title is called in an address: `Congés payés` is `conges-payes`. */
export function slugOf(title: string, most = 80): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '')
}
