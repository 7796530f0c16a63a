import { foldText } from '#ui/text/fold-text.ts'

/** What a title is called in an address: `Congés payés` is `conges-payes`. */
export function slugOf(title: string, most = 80): string {
  return foldText(title)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '')
}
