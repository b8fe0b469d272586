import { list } from './languages/reply-language.ts'

/**
 * What makes a refusal beside it doubtful: it was a joke, or the person wants to be called. Written as `hints`; read in
 * sentences without a "not".
 */
export const secondThoughts: Readonly<Record<string, readonly string[]>> = {
  en: list`
    (just|only|am|im|was) (kidding|joking|messing), jk, jks, (call|ring|phone|visit) (me|us|back) ~4,
    give (me|us) a (call|ring) ~4`,
  es: list`
    (es|era|fue|en) ~1 broma, mentira, mentiras, (llamame|llameme|llamenme|llamanos|llamenos|marcame|marquenme) ~4,
    (me|nos) (llama|llaman|llamas) ~3`,
  pt: list`
    brincadeira, brincadeirinha, (to|estou) (brincando|zoando), mentira, me (liga|ligue|liguem|ligar) ~4,
    (liga|ligue|liguem) (para|pra) (mim|nos|ca) ~3`,
  fr: list`je (rigole|plaisante|blague|deconne), c est une blague, (appelez|appelle|rappelez|rappelle) (moi|nous) ~4`,
  de: list`
    (war|nur|ein|kleiner) ~1 (scherz|spass|witz), (ruf|rufen|ruft) ~1 (mich|uns) ~3 (an|zuruck)`,
  it: list`(sto|stavo) scherzando, scherzo, (chiamami|chiamatemi|mi chiami|richiamami|richiamatemi) ~4`,
  'hi-Latn': list`
    (mazak|majak|mazaak) (kar|tha|kiya|hai) ~3, (call|phone|fone) (karo|kro|karna|kijiye|kariye|kar lo|kar do|kardo|karlo) ~3`,
  hi: list`मजाक ~3, मज़ाक ~3, (कॉल|फोन|फ़ोन) (करो|करना|कीजिए|करें|कर लो|कर दो) ~3`,
  ar: list`(امزح|بمزح|نمزح|اهزر|بهزر) ~2, (اتصل|اتصلوا|كلمني|كلموني|دقوا|دق) (علي|بي|فيني|عليا|لي)? ~3`,
  id: list`(becanda|bercanda|canda) ~2, (telepon|telpon|hubungi) (saya|aku|gue) ~3`,
}

/** Who laughs and names no messages speaks of something funny. */
export const laughter =
  /[😂🤣😹😆]|(?:^|[^\p{L}])(?:(?:ha){3,}h?|haha|(?:j[aeo]){2,}j?|k{3,}|(?:rs){2,}|mdr|ptdr|lmf?ao|rofl|(?:wk){2,}|(?:he){2,}|ه{3,})(?![\p{L}])/iu
