/** What exports in Italian write about a person's consent; the other languages are in `consent-phrases.ts`. */
export const italian = {
  refusals: [
    ...['disiscritto', 'disiscritta', 'cancellato', 'cancellata', 'annullato', 'annullata', 'disdetto'],
    ...['revocato', 'revocata', 'ritirato', 'ritirata', 'negato', 'negata', 'rifiutato', 'rifiutata'],
    ...['bloccato', 'bloccata', 'rimosso', 'rimossa', 'escluso', 'esclusa', 'respinto', 'lista nera'],
    ...['non contattare', 'non disturbare', 'non chiamare', 'rimbalzato', 'opposizione'],
  ],
  agreements: [
    ...['iscritto', 'iscritta', 'concesso', 'concessa', 'accettato', 'accettata', 'acconsentito'],
    ...['autorizzato', 'autorizzata', 'confermato', 'confermata', 'accordato', 'prestato'],
  ],
  unasked: ['non iscritto', 'non iscritta', 'in attesa', 'non richiesto', 'sconosciuto'],
} as const
