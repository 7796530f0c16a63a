import type { words as english } from '../en/notes.ts'

export const words: typeof english = {
  notes: {
    title: 'Notes',
    text: 'Réservées aux gestionnaires\u00a0; le salarié ne les voit jamais.',
    add: 'Ajouter une note',
    save: 'Enregistrer la note',
    saved: 'La note a été enregistrée.',
    description: 'Note',
    needed: 'Saisissez une note.',
    remindDate: 'Rappel le',
    remindHelp: 'Les lecteurs reçoivent un e-mail à cette date.',
    readersField: 'Lecteurs',
    readersHelp: 'Vous lisez toujours vos propres notes.',
    clearReaders: 'Retirer tous les lecteurs',
    readers: 'Visible par {{names}}',
    everyone: 'Tous les gestionnaires qui voient ce dossier',
    somebody: 'Auteur inconnu',
    reminds: 'Rappel le {{date}}',
    reminded: 'Rappel envoyé le {{date}}',
    delete: 'Supprimer la note',
    deleted: 'La note a été supprimée.',
    more: 'Afficher les notes plus anciennes',
    none: 'Aucune note pour l’instant',
    noneText: 'Notez ce que vos collègues doivent savoir, et fixez une date de rappel.',
  },
}
