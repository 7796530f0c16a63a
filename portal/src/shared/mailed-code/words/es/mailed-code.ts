import type { words as english } from '../en/mailed-code.ts'

export const words: typeof english = {
  sentTo: 'Enviaremos el código a',
  send: 'Enviarme el código',
  codeTitle: 'Introduzca el código',
  codeText:
    'Hemos enviado un código de seis cifras a {{email}}. Puede tardar un minuto. Revise también la carpeta de correo no deseado.',
  code: 'Código',
  again: 'Enviar un código nuevo',
  againIn: 'Otro código en {{count}}\u00a0s',
  sentAgain: 'Hemos enviado un código nuevo. Los anteriores ya no son válidos.',
  incomplete: 'Introduzca las seis cifras del correo.',
  wrong_code: 'Este no es el código del correo. Compruébelo y vuelva a intentarlo.',
  code_expired: 'Este código ha caducado o se ha introducido demasiadas veces. Solicite uno nuevo.',
  slow_one: 'Demasiados intentos. Vuelva a intentarlo dentro de {{count}} segundo.',
  slow_other: 'Demasiados intentos. Vuelva a intentarlo dentro de {{count}} segundos.',
}
