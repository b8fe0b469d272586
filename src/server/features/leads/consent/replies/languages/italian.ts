import { list, type ReplyLanguage } from './reply-language.ts'

export const italian: ReplyLanguage = {
  code: 'it',
  alone: list`
    vi blocco, basta, basta messaggi, basta pubblicita, cancella, cancellami, cancellatemi, cancellare, cancellazione,
    annulla, disiscrivimi, disiscrivetemi, disiscrizione, disiscriviti, disiscrivere, disiscrivermi, cancellarmi, cancellarci, disiscriverci,
    cancella iscrizione, annulla iscrizione, rimuovi, rimuovimi, rimuovetemi, fermate, ferma, fermatevi,
    smettila, smettetela, smettete, non scrivermi, non scrivetemi, toglimi, toglietemi, eliminami, revoca,
    disdetta, disdire, esci, uscire, lasciatemi in pace, lasciami in pace, non disturbare, bloccare, blocca, bloccatemi, bloccami, rimuovere, rimozione, cancellarsi, eliminare, eliminatemi, eliminarmi, rimuovermi, toglietemi da qui, non scrivere piu, smetti, finiscila, finitela, piantala, piantatela, silenzia`,
  polite: list`
    per favore, perfavore, per cortesia, grazie, ciao, salve, buongiorno, subito, ora, adesso, voglio,
    vorrei, prego, immediatamente, vi prego, mi`,
  sets: {
    msgs: list`
      messagg*, sms, pubblicita, promozion*, spam, offerte, notific*, mail, newsletter, comunicazion*,
      whatsapp, msg, nulla, niente`,
    send: list`mandat*, inviat*, scriv*, mandar*, inviar*, mandi, invii, contatt*, disturb*, chiam*, mandate, invi*`,
    remove: list`cancell*, rimuov*, elimin*, togli*, toglie*`,
  },
  rules: list`
    non ~2 {send} piu, non ~1 {send} ~2 {msgs}, non (mi|ci) {send},
    non (scrivetemi|scrivermi|mandatemi|mandarmi|inviatemi|inviarmi|contattatemi|contattarmi|disturbatemi|chiamatemi) ~3,
    (smett*|finite*|finitela|piantatela|smettila) di ~2 {send} ~2,
    non ~1 (voglio|desidero|vorrei|vogliamo) ~1 (piu )?(ricevere|{msgs}) ~2, non (voglio|desidero) piu,
    basta ~2 {msgs}, niente piu {msgs}, non piu {msgs},
    {remove} ~2 (mio numero|mio contatto|miei dati|mio nome|questo numero),
    (cancellami|cancellatemi|rimuovimi|rimuovetemi|toglimi|toglietemi|eliminami|eliminatemi) ~3, disiscri*,
    annull* ~2 iscrizione, cancell* ~2 iscrizione, revoc* ~2 consenso, ritir* ~2 consenso,
    (lasciatemi|lasciami) in pace, stop ~1 {msgs}, (chiesto|detto) ~3 (cancellat*|rimoss*|smettere|cancellare|disiscri*|basta|stop), non (sono|siamo) interessat* ~1 (a|alle|ai) ~2 {msgs},
    (essere|venire) (cancellat*|rimoss*|tolt*) ~1 (da|dalla|dalle|dai) ~2, togli* ~2 lista, come ~3 non ~1 (ricevere|riceverne|ricevo) ~3, (cancellarmi|disiscrivermi|togliermi|cancellarci) (da|dalla|dal|dalle) ~2,
    (ferma*|bloccat*|disattiva*|interromp*) ~1 (questi|questa|i|le|tutti|tutte)? ~1 {msgs}, come mi (cancello|disiscrivo|tolgo), niente {msgs} ~1, cancellatelo, smett* di (scriver*|mandar*|inviar*|contattar*) ~2`,
  unless: list`
    basta cosi, basta che, non ho ~1 ricevuto, annull* ~2 (ordine|prenotazione|appuntamento),
    cancell* ~2 (ordine|prenotazione|appuntamento), non smett*, non cancell*,
    non (mandat*|inviat*) ~2 (oggi|domani), non mi avete (mandato|inviato|scritto|contattato),
    non mi (hanno|ha) ~1 (mandato|inviato|scritto)`,
  doubtful: list`
    che palle, ancora voi, ancora, cosa volete, che rottura,
    no grazie, grazie no, non ora, magari dopo, lascia perdere, lasciate perdere, lasci perdere, chi vi ha dato il mio numero, come avete avuto il mio numero, dove avete preso il mio numero, non serve, dimentica, non mi interessa, non interessato, non sono interessato, non sono interessata, fermo, sta zitto, stai zitto, state zitti, zitti, zitto, taci, silenzio, sparisci, sparite, vattene, andatevene`,
  subscribe: list`iscrivimi, iscriviti, iscrivetemi, voglio iscrivermi`,
  start: list`inizia, riprendi, iniziare, attiva`,
}
