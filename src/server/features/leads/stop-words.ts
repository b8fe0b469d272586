/** What a person's whole message means for their consent. */
export type ConsentWord = 'stop' | 'start'

/**
 * The words people answer with to end or to resume messages, in English, Hindi, Spanish, Portuguese, Indonesian,
 * Arabic, French and German. They count only when they are the whole message: "please stop by on Friday" is no
 * opt-out.
 */
const stopWords: readonly string[] = [
  // English
  ...['stop', 'stop all', 'stopall', 'unsubscribe', 'opt out', 'optout', 'remove me', 'unsub', 'stop it'],
  ...[
    'stop messages',
    'stop messaging',
    'stop messaging me',
    'stop promotions',
    'no more messages',
    'end',
    'quit',
  ],
  ...['cancel subscription', 'do not message', 'do not message me', "don't message me", 'dont message me'],
  // Hindi, in both scripts
  ...['बंद', 'बंद करो', 'बंद करें', 'रोको', 'रोकें', 'रोक दो', 'स्टॉप', 'सदस्यता समाप्त', 'मत भेजो', 'संदेश बंद करें'],
  ...['band', 'band karo', 'band kare', 'band karen', 'roko', 'mat bhejo'],
  // Spanish
  ...[
    'parar',
    'para',
    'pare',
    'alto',
    'baja',
    'darme de baja',
    'dar de baja',
    'cancelar suscripción',
    'no más',
  ],
  ...['cancelar suscripcion', 'no mas', 'no más mensajes', 'no mas mensajes', 'no enviar', 'desuscribir'],
  // Portuguese
  ...[
    'sair',
    'parem',
    'pare de enviar',
    'descadastrar',
    'cancelar inscrição',
    'cancelar inscricao',
    'não enviar',
  ],
  ...['nao enviar', 'não quero mais', 'nao quero mais', 'remover'],
  // Indonesian
  ...[
    'berhenti',
    'stop kirim',
    'jangan kirim',
    'jangan kirim lagi',
    'berhenti berlangganan',
    'keluar',
    'batal langganan',
  ],
  // Arabic
  ...[
    'توقف',
    'قف',
    'إيقاف',
    'ايقاف',
    'أوقف',
    'اوقف',
    'الغاء',
    'إلغاء',
    'إلغاء الاشتراك',
    'الغاء الاشتراك',
    'ستوب',
    'كفى',
  ],
  // French
  ...[
    'arrêt',
    'arret',
    'arrêter',
    'arreter',
    'arrêtez',
    'arretez',
    'désabonner',
    'desabonner',
    'me désabonner',
  ],
  ...[
    'désinscription',
    'desinscription',
    'se désinscrire',
    'se desinscrire',
    'désinscrire',
    'plus de messages',
  ],
  // German
  ...[
    'stopp',
    'abmelden',
    'abbestellen',
    'austragen',
    'keine nachrichten',
    'keine nachrichten mehr',
    'aufhören',
    'aufhoeren',
  ],
  // What WhatsApp's own button for it says ("Stop promotions"), in these languages
  ...['प्रमोशन बंद करें', 'प्रचार बंद करें', 'detener promociones', 'no recibir promociones', 'parar promoções'],
  ...['interromper promoções', 'cancelar promoções', 'hentikan promosi', 'stop promosi', 'إيقاف العروض'],
  ...[
    'إيقاف العروض الترويجية',
    'arrêter les promotions',
    'stop promotions',
    'werbung stoppen',
    'keine werbung',
  ],
  ...['werbeaktionen stoppen', 'keine werbung mehr', 'nicht mehr schreiben'],
]

/** Only words that can mean nothing else: a "yes" answers a question, it is no consent to marketing. */
const startWords: readonly string[] = [
  ...['start', 'unstop', 'subscribe', 'opt in', 'optin', 'resume'],
  ...['शुरू', 'शुरू करें', 'शुरू करो', 'shuru', 'shuru karo'],
  ...['suscribir', 'suscribirme', 'alta', 'iniciar', 'darme de alta'],
  ...['inscrever', 'quero receber', 'começar', 'comecar'],
  ...['mulai', 'langganan', 'berlangganan'],
  ...['ابدأ', 'ابدا', 'اشتراك', 'اشترك'],
  ...["s'abonner", 'abonner', "m'abonner", 'reprendre'],
  ...['anmelden', 'starten', 'abonnieren'],
]

const stops = new Set(stopWords.map(plain))
const starts = new Set(startWords.map(plain))
/** Longer messages are sentences, whatever they begin with. */
const longestWord = 60

/** Whether a message is an opt-out ("stop"), an opt-in ("start") or neither. */
export function consentWord(text: string): ConsentWord | undefined {
  if (text.length > longestWord) return undefined
  const word = plain(text)
  if (stops.has(word)) return 'stop'
  if (starts.has(word)) return 'start'
  return undefined
}

/** Lower case, without punctuation, emoji, politeness and doubled spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim()
    .replace(
      /^(?:please|pls|plz|por favor|bitte|tolong|कृपया|من فضلك) | (?:please|pls|plz|por favor|bitte|svp|s'il vous plaît)$/gu,
      '',
    )
}
