import type { words as english } from '../en/mailed-code.ts'

export const words: typeof english = {
  sentTo: 'Le code est envoyé à',
  send: 'M’envoyer le code',
  codeTitle: 'Saisissez le code',
  codeText:
    'Nous avons envoyé un code à six chiffres à {{email}}. Cela peut prendre une minute. Vérifiez aussi les courriers indésirables.',
  code: 'Code',
  again: 'Envoyer un nouveau code',
  againIn: 'Autre code dans {{count}}\u00a0s',
  sentAgain: 'Un nouveau code a été envoyé. Les précédents ne sont plus valables.',
  incomplete: 'Saisissez les six chiffres de l’e-mail.',
  wrong_code: 'Ce n’est pas le code envoyé. Vérifiez-le et réessayez.',
  code_expired: 'Ce code a expiré ou a été saisi trop de fois. Demandez-en un nouveau.',
  slow_one: 'Trop de tentatives. Réessayez dans {{count}} seconde.',
  slow_other: 'Trop de tentatives. Réessayez dans {{count}} secondes.',
}
