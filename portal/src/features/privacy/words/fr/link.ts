import type { words as english } from '../en/link.ts'

export const words: typeof english = {
  title: 'Vos données personnelles',
  text: '{{client}} a préparé une copie de tout ce qui est conservé à votre sujet. Pour la protéger, nous vous envoyons d’abord un code par e-mail.',
  open: 'Ouvrir mes données',
  ready: 'La copie de vos données est prête',
  readyText:
    'Elle réunit tout ce que {{client}} conserve à votre sujet\u00a0: une page à lire, vos documents et les données elles-mêmes.',
  facts: 'Fichier ZIP, {{size}}',
  until: 'Disponible jusqu’au {{date}}',
  download: 'Télécharger',
  care: 'Conservez-la dans un endroit auquel vous seul avez accès. Sur un appareil partagé, supprimez ensuite le fichier.',
  goneTitle: 'Ce lien ne fonctionne pas',
  gone: 'Le lien est peut-être incomplet ou a expiré, ou un code erroné a été saisi trop de fois. Demandez-en un nouveau à votre service RH.',
}
