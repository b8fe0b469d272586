/**
 * The call of "neither call nor write": taken out before `other-channels`, by which who refuses calls would rather be
 * written to. Over folded words, with " ," between clauses.
 */
export const callsToo: readonly RegExp[] = [
  /(?<= (?:dont|do not|never|not|stop|no)(?: ever)?) (?:call|calling|calls|ring|ringing|phone|phoning)(?: me| us)?(?: ,)? (?:or|nor|and dont|and do not|and stop|or even)(?= (?:text|message|msg|whatsapp|write|contact|sms|dm|send)\S*)/gu,
  /(?<= no)(?: me| nos)? (?:llam|marqu|habl)\S+(?: ,)? (?:ni|y no|o|y tampoco|no)(?= (?:me |nos )?(?:escrib|mand|envi|contact|molest)\S*)/gu,
  /(?<= nao)(?: me| nos)? (?:lig|telefon)\S+(?: ,)? (?:nem|e nao|ou|e nem|nao)(?= (?:me |nos )?(?:mand|escrev|envi|cham|contat)\S*)/gu,
  / (?:ne |n )?(?:m |nous )?appel\S+ (?:pas|plus)(?: ,)? (?:et|ni)(?= (?:ne |n )\S+(?: \S+)? (?:pas|plus) )/gu,
  / (?:ne |n )(?:m |nous )?appel\S+ ni (?:n |ne )?(?=(?:m |nous )?(?:ecri|envoy|contact)\S*)/gu,
  / nicht(?: mehr)? (?:anrufen|telefonieren)(?: ,)? (?:und|oder|und auch)(?= nicht )/gu,
  /(?<= nicht(?: mehr)?) (?:anrufen|telefonieren)(?: ,)? oder(?= (?:schreib|anschreib|kontakt)\S*)/gu,
  / (?:rufen|ruft|ruf)(?: sie)? (?:mich|uns)(?: bitte)? nicht(?: mehr)? an(?: ,)? (?:und|oder)(?= (?:schreib|schick|send)\S*(?: \S+){0,2} (?:nicht|keine|nichts) )/gu,
  /(?<= non)(?: mi| ci)? (?:chiam|telefon)\S+(?: ,)? (?:e non|ne|o|non)(?= (?:mi |ci )?(?:scriv|mand|contatt|invi)\S*)/gu,
  / (?:call|phone|fone)(?: bhi)? (?:mat|mt|na) (?:karo|kro|karna|krna|kijiye|karein|kare|kariye)(?: ,)?(?: aur| ya| na)?(?= (?:message|msg|whatsapp|text|sms)(?: bhi)? (?:mat|mt|na|nahi) )/gu,
  / (?:कॉल|फोन)(?: भी)? (?:मत|न|ना) (?:करो|करना|करें|कीजिए)(?: ,)?(?: और| या)?(?= (?:मैसेज|मेसेज|संदेश)(?: भी)? (?:मत|न|ना|नहीं) )/gu,
  /(?<= )(?:لا|ما) (?:تتصل|تدق|تكلم)\S*(?: ,)? و(?=لا (?:ترسل|تراسل|تكتب|تبعت)\S*)/gu,
  /(?<= (?:jangan|jgn)) (?:telepon|telpon|nelpon|tlp|call)(?: ,)? (?:atau|dan|maupun)(?= (?:chat|wa|sms|kirim|hubungi)\S*)/gu,
]
