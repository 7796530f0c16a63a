import type { DeliveryMailWords, Place } from '#modules/distributions/delivery/delivery-mail-words.ts'

const PLACES: Record<Place, string> = { vault: 'in Ihrem Tresor', folder: 'in Ihrer Akte' }

export const words: DeliveryMailWords = {
  subject: (documents, place) =>
    documents === 1 ? `Ein neues Dokument ${PLACES[place]}` : `${documents} neue Dokumente ${PLACES[place]}`,
  greeting: (name, documents) =>
    documents === 1
      ? `Guten Tag ${name}, ein neues Dokument liegt für Sie bereit.`
      : `Guten Tag ${name}, neue Dokumente liegen für Sie bereit.`,
  vault: (documents) =>
    `${documents === 1 ? 'Es befindet' : 'Sie befinden'} sich auch in Ihrem Tresor, den nur Sie öffnen können.`,
  from: 'Von',
  open: { vault: 'Meinen Tresor öffnen', folder: 'Meine Dokumente öffnen' },
  footer: 'Sie erhalten diese E-Mail, weil Ihnen ein Dokument zugestellt wurde.',
}
