import type { words as english } from '../en/custom-fields.ts'

export const words: typeof english = {
  title: 'Champs personnalisés',
  intro:
    'Des informations complémentaires sur les salariés. Elles permettent aussi de choisir les lecteurs d’un article.',
  add: 'Ajouter un champ',
  edit: 'Modifier {{name}}',
  empty: 'Aucun champ personnalisé',
  emptyText: 'Par exemple «\u00a0Échelon\u00a0», «\u00a0Télétravail\u00a0» ou «\u00a0Date d’embauche\u00a0».',
  name: 'Nom',
  code: 'Code',
  codeHint:
    'Lettres, chiffres, _ et -. Les imports désignent le champ par ce code. Il ne peut plus être modifié ensuite.',
  codeTaken: 'Un champ porte déjà ce code.',
  codeWrong: 'Uniquement des lettres, des chiffres, _ et -.',
  type: 'Type',
  typeHint: 'Modifiable tant qu’aucun salarié n’a de valeur.',
  types: { string: 'Texte', integer: 'Nombre entier', boolean: 'Oui ou non', list: 'Liste de choix', date: 'Date' },
  values: 'Valeurs',
  valuesHint: 'Saisissez une valeur puis Entrée. Une valeur attribuée à un salarié ne peut pas être retirée.',
  valuesNeeded: 'Une liste doit contenir au moins une valeur.',
  count_one: '{{count}} valeur',
  count_other: '{{count}} valeurs',
  updated: 'Modifié',
  save: 'Enregistrer',
  saved: 'Le champ {{name}} a été enregistré.',
  delete: 'Supprimer {{name}}',
  deleteTitle: 'Supprimer le champ {{name}}\u00a0?',
  deleteText: 'Suppression possible uniquement si aucun salarié n’a de valeur et si aucun article ne l’utilise.',
  deleteAction: 'Supprimer',
  deleted: 'Le champ {{name}} a été supprimé.',
  inUse: 'Le champ est utilisé\u00a0: {{reason}}',
}
