import type { NoticeWords } from '#modules/auth/single-sign-on/notice-words.ts'

export const words: NoticeWords = {
  notices: {
    link: {
      title: 'Este enlace no funciona',
      paragraphs: [
        'Los enlaces de acceso funcionan una sola vez, durante cinco minutos. Vuelva a la página de la que viene y ábralo de nuevo.',
        'Si no se resuelve, póngase en contacto con el responsable de esa página o con su departamento de RR.\u00a0HH.',
      ],
    },
    saml: {
      title: 'No se ha aceptado el inicio de sesión de su empresa',
      paragraphs: [
        'Ha tardado demasiado, ya se ha utilizado o se inició en otro navegador. Vuelva a empezar desde la página de inicio de sesión.',
        'Si vuelve a ocurrir, avise a su departamento de informática: es posible que haya cambiado la configuración del inicio de sesión único.',
      ],
    },
    person: {
      title: 'Todavía no tiene acceso',
      paragraphs: [
        'El inicio de sesión de su empresa ha funcionado, pero usted no tiene acceso aquí o se ha desactivado.',
        'Solicite un acceso a su departamento de RR.\u00a0HH.',
      ],
    },
    slowed: {
      title: 'Demasiados intentos',
      paragraphs: ['Han fallado demasiados inicios de sesión desde su red. Espere unos minutos y vuelva a intentarlo.'],
    },
    off: {
      title: 'Esta forma de acceso no está disponible',
      paragraphs: [
        'Se ha desactivado o la dirección es incorrecta. La página de inicio de sesión muestra las opciones disponibles.',
      ],
    },
  },
  logIn: 'Ir a la página de inicio de sesión',
}
