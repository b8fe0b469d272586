import { list, type ReplyLanguage } from './reply-language.ts'

export const dutch: ReplyLanguage = {
  code: 'nl',
  alone: list`
    afmelden, afmelding, uitschrijven, uitschrijving, schrijf me uit, schrijf mij uit, meld me af,
    meld mij af, stoppen, stop ermee, hou op, ophouden, genoeg, verwijder, verwijderen, verwijder mij,
    verwijder me, opzeggen, annuleren, annuleer, geen berichten, geen berichten meer, geen reclame,
    geen reclame meer, laat me met rust, laat mij met rust, niet meer sturen, niet meer, blokkeren, einde`,
  polite: list`
    alsjeblieft, alstublieft, aub, svp, graag, dank je, dank u, bedankt, dank, hallo, hoi, nu, direct,
    meteen, ik wil, ik wil graag, mij, me, wil, ik, beste`,
  sets: {
    msgs: list`
      bericht*, sms*, reclame*, mail*, appjes, spam, nieuwsbrie*, aanbieding*, whatsapp*, promotie*,
      meldingen, niets, niks`,
  },
  rules: list`
    (hou|houd|stop|houdt) ~1 (op|ermee) ~1 met ~4 ({msgs}|sturen|appen|mailen|spammen|lastig*), (hou|houd) ~1 op $, geen ~1 {msgs} ~1 meer, geen (behoefte|interesse) ~1 (aan|in) ~2 {msgs}, (al|eerder) ~2 (gevraagd|gezegd) ~3 (stop*|afmelden|verwijder*), (mij|me|ons|mijn nummer|ons nummer) ~4 (lijst*|verzendlijst|bestand*|mailinglijst|adressenlijst|systeem|database) ~2 (verwijder*|halen|haal|schrap*|gooien),
    (verwijder*|haal|schrap*|gooi) ~2 (mij|me|ons|mijn) ~4, (gelieve|verzoek*|graag|wil) ~4 (uitschrijven|afmelden|verwijderen), geen {msgs} ~1 (ontvangen|krijgen|sturen),
    (stuur|stuurt|sturen|zend) ~2 (niet|geen|niets|niks) ~2, stop ~1 met ~2 (sturen|berichten|appen|{msgs}),
    (stop|stopt) ~1 {msgs}, (wil|wens) ~1 (geen|niet|niets) ~1 {msgs},
    (wil|wens) ~1 niet* ~2 (ontvangen|krijgen),
    niet meer ~2 (sturen|appen|schrijven|benaderen|ontvangen|contacteren|storen), uitschrijven,
    schrijf (me|mij) ~1 uit, meld (me|mij) ~1 af, (wil|graag|me|mij) ~2 afmelden $,
    (verwijder|haal|schrap) ~1 (mijn nummer|mijn gegevens|mijn naam|mij uit|me uit|mij van|me van),
    (laat) (me|mij) met rust, toestemming ~1 (in|intrekken), val me niet lastig,
    niet ~1 (appen|berichten|sturen|mailen|smsen|contacten) , nummer verwijderen, verwijder* ~1 mijn (nummer|gegevens|contact)`,
  unless: list`
    geen ~1 {msgs} (ontvangen|gekregen|gehad) $, heb ~2 geen ~2 (ontvangen|gekregen|gehad|gezien|code),
    annule* ~2 (bestelling|afspraak|reservering), bestelling ~1 annuleren,
    niet ~1 (afmelden|uitschrijven|verwijderen), stop niet`,
  doubtful: list`
    alweer jullie, alweer, wat is dit, irritant, heel irritant,
    nee bedankt, nee dank je, nee dank u, nu niet, misschien later, laat maar, vergeet het, hoe komt u aan mijn nummer, hoe komen jullie aan mijn nummer, niet nodig, geen interesse, niet geinteresseerd, klaar`,
  subscribe: list`inschrijven, abonneren, ik wil berichten ontvangen`,
  start: list`aanmelden, beginnen, hervatten`,
}
