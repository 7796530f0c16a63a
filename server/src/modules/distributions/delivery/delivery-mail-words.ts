import { loadWords } from '#kernel/languages/words.ts'
/** Where the documents are: in the vault too, unless it was unlinked from the company. */
export type Place = 'vault' | 'folder'

export type DeliveryMailWords = {
  subject: (documents: number, place: Place) => string
  greeting: (name: string, documents: number) => string
  vault: (documents: number) => string
  from: string
  open: Record<Place, string>
  footer: string
}

export const DELIVERY_MAIL_WORDS = await loadWords<DeliveryMailWords>((language) => import(`./words/${language}.ts`))
