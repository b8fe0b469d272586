/**
 * The parts of which people of one language build a wish for no more messages. Words are lower case and without
 * accents; `*` ends a word that may go on, `+ar` stands for each ending of that name.
 */
export type ReplyParts = {
  code: string
  /** Verb endings that make an order or a wish, and no past. */
  endings?: Readonly<Record<string, readonly string[]>>
  /** End something: stop, quit, enough with. */
  stop: readonly string[]
  no: readonly string[]
  /** Done with any object: "send". */
  send: readonly string[]
  /** Done to a person, by messages: "text", "disturb". */
  bother: readonly string[]
  msgs: readonly string[]
  /** Again, any more. */
  more: readonly string[]
  me: readonly string[]
  remove: readonly string[]
  /** What a business holds of a person, and where. */
  held: readonly string[]
  want: readonly string[]
  receive: readonly string[]
  /** Tired of. */
  fed: readonly string[]
  /** Of messages that did not come. */
  came: readonly string[]
  /** Demands: "I request". */
  request: readonly string[]
  /** Asks how to bring it about. */
  how: readonly string[]
  /** Said before, and how often: "I already replied STOP". */
  said: readonly string[]
  /** If it goes on. */
  goes: readonly string[]
  /** A "no" to having something: prefer not, refuse. */
  decline: readonly string[]
  /** Too many, every day: a reason to ask. */
  much: readonly string[]
  /** Report, block, sue. */
  threat: readonly string[]
  /** A complaint, which may be about goods. */
  complain: readonly string[]
  /** Whom such a threat is about, or what. */
  you: readonly string[]
  /** Of numbers and people: wrong. */
  wrong: readonly string[]
  number: readonly string[]
  /** Agree, sign up, permission. */
  agree: readonly string[]
  withdraw: readonly string[]
  /** Whatever is no message: then the rest is about that. */
  thing: readonly string[]
  /** Puts something off and does not end it. */
  time: readonly string[]
  /** Asks about what was. */
  ask: readonly string[]
  /** Says that messages are to go on. */
  keep: readonly string[]
  /** Of what was never agreed: "did not". */
  noPast: readonly string[]
  /** Of a wrong number: whoever says it typed it. */
  own: readonly string[]
  /** Whole phrases that say it in other words. */
  idiom: readonly string[]
  /** Words that begin like one of the parts and are none. */
  skip: readonly string[]
  /** Orders to stop that end a sentence, and what makes them a noun or another's doing. */
  halt: readonly string[]
  halting?: readonly string[]
  /** Anger, or who is spoken to. */
  insult: readonly string[]
  /** Where a noun and "do" make the verb: "message mat karo". */
  deed?: readonly string[]
  act?: readonly string[]
  /** Verbs may stand last, so that parts are found in any order. */
  anyOrder?: boolean
  /** "Not" may stand behind its verb. */
  negationBehind?: boolean
}

/** Words that everybody has from English, with the spellings of short messages. */
export const shared = {
  stop: 'stop, stopp, stahp, stawp, stoop',
  msgs: `message, messages, msg, msgs, mssg, mssgs, mesg, mesage, mesages, messege, messeges, massages, sms, smses, spam,
    spams, spamming, promo, promos, promotion, promotions, ad, ads, advert*, marketing, newsletter*, whatsapp, watsapp,
    whatsap, wapp, txts, dms, notification*, broadcast*, forwards`,
  law: `data protection, ombudsman, regulator, commissioner, consumer forum, supervisory authority, proteccion de datos, protecao de dados, protection des donnees, datenschutz, trai, dnd, ndnc, gdpr, lgpd, rgpd, dsgvo, procon, cnil, anatel, profeco, tcpa, ftc, ico, dpdp, kominfo, ylki, ट्राई, डीएनडी, bundesnetzagentur, datenschutzbehorde, هيىه الاتصالات, لهيىه الاتصالات`,
} as const
