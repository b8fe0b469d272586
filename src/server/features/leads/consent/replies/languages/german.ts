import { list, type ReplyLanguage } from './reply-language.ts'

export const german: ReplyLanguage = {
  code: 'de',
  alone: list`
    benachrichtigungen deaktivieren, abmeld, abbestell,
    stopp, stop, abmelden, abmeldung, abbestellen, abbestellung, austragen, keine nachrichten,
    keine nachrichten mehr, aufhoren, aufhoeren, hort auf, horen sie auf, hor auf, kundigen, kuendigen,
    kundigung, abo kundigen, loschen, loeschen, abo beenden, beenden, ende, schluss, schluss damit, genug,
    raus, entfernen, sperren, blockieren, widerruf, widerrufen, nicht mehr schreiben, nicht mehr,
    werbung stoppen, keine werbung, keine werbung mehr, werbeaktionen stoppen, abgemeldet,
    melden sie mich ab, meldet mich ab, lasst mich in ruhe, lass mich in ruhe, verpiss dich, verpisst euch,
    nichts mehr schicken, nichts mehr senden, stornieren sie alles, newsletter abbestellen, ich widerspreche,
    widerspruch, abonnement beenden, nein stopp`,
  polite: list`
    bidde, digga, alter, ey, ehrlich, danke dir, pls,
    bitte, bitte sofort, danke, vielen dank, dank, hallo, guten tag, guten morgen, hi, jetzt, sofort,
    umgehend, mich, ich mochte, ich moechte, ich will, mal, endlich, mochte, wir mochten, uns, hiermit,
    alles, das`,
  sets: {
    none: list`kein, keine, keinen, keinerlei, nie wieder, nix, nichts, niemals`,
    msgs: list`
      nachricht*, sms, werbung, werbe*, spam, mails, angebot*, newsletter*, whatsapp*, info*, mitteilung*,
      messages, post, zusendung*, kontakt*`,
    send: list`
      schreib*, schick*, send*, zuschick*, zusend*, kontaktier*, anschreib*, belastig*, anruf*, nerv*, stor*,
      zuspam*, erhalten, bekommen, empfangen, kriegen, haben`,
    remove: list`losch*, loesch*, entfern*, streich*, nehm*, nimm, trag*, austragen, sperr*`,
    mine: list`
      meine nummer, meine handynummer, meine telefonnummer, meine daten, meinen kontakt, meinen namen,
      meine rufnummer, diese nummer, mich`,
    list: list`verteiler*, liste*, datenbank, kartei, system, gruppe`,
  },
  rules: list`
    ^ (stop|stopp|schluss|aufhoren) (bitte|ich|jetzt|danke|das|damit|sofort),
    {none} ~1 {msgs} ~2 mehr, {none} ~2 {msgs} (bitte|senden|schicken|mehr|$), {none} ~1 mehr ~1 {send},
    nicht mehr ~2 {send}, nie wieder ~2 {send},
    {send} ~3 (nicht mehr|nichts mehr|keine ~1 {msgs}|nie wieder|nix mehr),
    (will|mochte|moechte|wunsche|wollen|mochten) ~2 {none} ~2 {msgs} ~2,
    (will|mochte|moechte) ~2 (nichts|nix|nicht) mehr, (nichts|nix) mehr ~2 {send}, hor* ~1 auf, auf* horen,
    abbestell*, (mochte|moechte|will|wurde|wuerde|bitte|kann ich|wie) ~3 abmelden $,
    mich ~2 (abmelden|austragen|abbestellen|loschen|loeschen|entfernen|streichen) $, meld* ~1 mich ~1 ab,
    {remove} ~2 (meine nummer|meine handynummer|meine telefonnummer|meine daten|meinen kontakt|meinen namen|meine rufnummer|diese nummer),
    {remove} ~1 mich ~3 {list}, mich ~3 {list} ~2 (nehmen|streichen|loschen|loeschen|entfernen|austragen),
    mein* (nummer|daten|handynummer|telefonnummer) ~2 (losch*|loesch*|entfern*), raus aus ~2 {list},
    (aus|vom) ~2 {list} ~2 (losch*|loesch*|entfern*|streich*|nehm*|austragen), stopp* das,
    widerruf* ~2 (einwilligung|zustimmung|einverstandnis), (einwilligung|zustimmung) ~2 widerruf*,
    widersprech* ~2 (werbung|nutzung|zusendung), in ruhe,
    (kundig*|kuendig*|beend*) ~2 (abo*|newsletter|nachrichten), stopp* ~3 {msgs}, stop ~2 {msgs},
    lassen sie das, kein interesse ~3 (stop*|loschen|abmelden|keine|bitte nicht), unterlass* ~3,
    belastig* ~2 nicht, verschon* ~1 mich, tragt mich ~1 aus, tragen sie mich ~2 aus,
    mir ~1 {none} ~1 {msgs}, schick* ~1 mir nichts, schreib* ~1 mir nicht,
    (schluss|ende|genug|aufhoren|aufhoeren) ~1 mit ~2 {msgs},
    newsletter ~1 (kundigen|abbestellen|beenden), kundige ~1 (den|das|euren|ihren) newsletter, (das|diese|dieses|die {msgs}) ~2 (abstellen|abschalten|ausschalten), (trag|tragt|tragen) ~1 (mich|uns) ~2 aus, von ~2 {list} (runter|herunter|weg)`,
  unless: list`
    (hab|haben|noch|bisher) ~2 {none} ~1 {msgs} ~2 (bekommen|erhalten|gekriegt|gesehen), {none} {msgs} da, habe ~2 {none} ~1 {msgs} ~9 $,
    nicht (bekommen|erhalten|angekommen),
    (vom|von der|zum|zur) (kurs|termin|training|schule|kindergarten) ~3 abmelden, kind ~4 abmelden,
    ende (der|des|vom|januar|woche), (hort|horen|hor) ~1 nicht ~1 auf, nicht aufhoren,
    stornier* ~2 (bestellung|termin|reservierung), nicht (abmelden|loschen|austragen),
    {none} {msgs} ~1 (an|da), haltestelle`,
  doubtful: list`
    no danke, ne danke, nee, noe danke, nope danke, lieber nicht,
    was sind das fur nachrichten, wofur ist das, ich verstehe diese nachrichten nicht,
    was soll das, was soll der mist, was soll der scheiss, schon wieder, schon wieder ihr, schon wieder sie, ihr nervt, nervig, das nervt, ihr seid nervig, was wollt ihr, was wollen sie,
    nein danke, danke nein, nee danke, jetzt nicht, vielleicht spater, vergiss es, vergessen sie es, egal, woher haben sie meine nummer, woher hast du meine nummer, woher habt ihr meine nummer, wer hat ihnen meine nummer gegeben, warum schreibt ihr mir, warum schreiben sie mir, nicht notig, lass mal, lassen sie mal, schon gut, kein interesse, stopp*, stornieren, nein danke stopp, reicht, nicht interessiert, abmelden,
    bitte streichen, streichen,
    bitte rausnehmen, rausnehmen, halt die klappe, halt den mund, klappe, klappe halten, maul, halts maul, ruhe jetzt, ruhe, verschwinde, verschwindet, haut ab, hau ab, ruf mich nicht an, rufen sie mich nicht an, rufen sie nicht an, nicht anrufen, ich widerrufe, widerrufe`,
  subscribe: list`
    abonnieren, wieder abonnieren, ich mochte nachrichten erhalten, bitte nachrichten schicken,
    wieder anmelden`,
  start: list`anmelden, starten, anmeldung, beginnen, fortsetzen, weiter`,
}
