import { foldWords } from './replies/text/reply-text.ts'

export type QuestionAbout = 'stop' | 'start'
/** `stop`: no more messages; `keep`: messages are welcome. */
export type QuestionAnswer = 'stop' | 'keep'

type Texts = Record<QuestionAbout, { body: string; stop: string; keep: string }>

/** A title of a button has 20 characters at most (…/whatsapp/cloud-api/messages/interactive-reply-buttons-messages). */
const texts: Record<string, Texts> = {
  en: {
    stop: {
      body: 'Do you want to stop getting offers and news from {business}?',
      stop: 'Stop messages',
      keep: 'Keep messages',
    },
    start: {
      body: 'Do you want to get offers and news from {business}?',
      stop: 'No, thanks',
      keep: 'Yes, send them',
    },
  },
  hi: {
    stop: {
      body: 'क्या आप {business} के ऑफ़र और समाचार पाना बंद करना चाहते हैं?',
      stop: 'मैसेज बंद करें',
      keep: 'मैसेज चालू रखें',
    },
    start: { body: 'क्या आप {business} के ऑफ़र और समाचार पाना चाहते हैं?', stop: 'नहीं, धन्यवाद', keep: 'हाँ, भेजें' },
  },
  'hi-Latn': {
    stop: {
      body: 'Kya aap {business} ke offers aur news band karna chahte hain?',
      stop: 'Message band karein',
      keep: 'Message chalu rakhen',
    },
    start: {
      body: 'Kya aap {business} ke offers aur news paana chahte hain?',
      stop: 'Nahi, dhanyavaad',
      keep: 'Haan, bhejein',
    },
  },
  es: {
    stop: {
      body: '¿Quiere dejar de recibir ofertas y noticias de {business}?',
      stop: 'No más mensajes',
      keep: 'Seguir recibiendo',
    },
    start: {
      body: '¿Quiere recibir ofertas y noticias de {business}?',
      stop: 'No, gracias',
      keep: 'Sí, quiero',
    },
  },
  pt: {
    stop: {
      body: 'Você quer parar de receber ofertas e novidades de {business}?',
      stop: 'Parar mensagens',
      keep: 'Continuar',
    },
    start: {
      body: 'Você quer receber ofertas e novidades de {business}?',
      stop: 'Não, obrigado',
      keep: 'Sim, quero',
    },
  },
  fr: {
    stop: {
      body: 'Souhaitez-vous ne plus recevoir les offres et nouvelles de {business} ?',
      stop: 'Plus de messages',
      keep: 'Continuer',
    },
    start: {
      body: 'Souhaitez-vous recevoir les offres et nouvelles de {business} ?',
      stop: 'Non, merci',
      keep: 'Oui, volontiers',
    },
  },
  de: {
    stop: {
      body: 'Möchten Sie keine Angebote und Neuigkeiten mehr von {business}?',
      stop: 'Keine Nachrichten',
      keep: 'Weiter erhalten',
    },
    start: {
      body: 'Möchten Sie Angebote und Neuigkeiten von {business} erhalten?',
      stop: 'Nein, danke',
      keep: 'Ja, gerne',
    },
  },
  ar: {
    stop: {
      body: 'هل تريد إيقاف استلام عروض وأخبار {business}؟',
      stop: 'إيقاف الرسائل',
      keep: 'متابعة الرسائل',
    },
    start: { body: 'هل تريد استلام عروض وأخبار {business}؟', stop: 'لا، شكرا', keep: 'نعم، أرسلوها' },
  },
  id: {
    stop: {
      body: 'Apakah Anda ingin berhenti menerima penawaran dan kabar dari {business}?',
      stop: 'Berhenti',
      keep: 'Tetap terima',
    },
    start: {
      body: 'Apakah Anda ingin menerima penawaran dan kabar dari {business}?',
      stop: 'Tidak, terima kasih',
      keep: 'Ya, kirimkan',
    },
  },
  tr: {
    stop: {
      body: '{business} kampanya ve haber mesajlarını durdurmak ister misiniz?',
      stop: 'Mesajları durdur',
      keep: 'Almaya devam et',
    },
    start: {
      body: '{business} kampanya ve haber mesajlarını almak ister misiniz?',
      stop: 'Hayır, teşekkürler',
      keep: 'Evet, gönderin',
    },
  },
  it: {
    stop: {
      body: 'Vuole smettere di ricevere offerte e novità da {business}?',
      stop: 'Basta messaggi',
      keep: 'Continua',
    },
    start: {
      body: 'Vuole ricevere offerte e novità da {business}?',
      stop: 'No, grazie',
      keep: 'Sì, volentieri',
    },
  },
}

export function questionText(about: QuestionAbout, language: string, business: string) {
  const { body, stop, keep } = (texts[language] ?? texts.en!)[about]
  return { body: body.replace('{business}', business), stop, keep }
}

/** The answer that a typed text gives, where somebody types a button's title. */
export function typedAnswer(
  about: QuestionAbout,
  language: string,
  text: string,
): QuestionAnswer | undefined {
  const { stop, keep } = questionText(about, language, '')
  const typed = foldWords(text)
  if (typed === foldWords(stop)) return 'stop'
  return typed === foldWords(keep) ? 'keep' : undefined
}

const form = /^tidings\.consent\.(\d{1,15})\.(stop|keep)$/

/** What a button of a question carries back. */
export function answerPayload(questionId: number, answer: QuestionAnswer): string {
  return `tidings.consent.${questionId}.${answer}`
}

export function readAnswerPayload(
  payload: string,
): { questionId: number; answer: QuestionAnswer } | undefined {
  const parts = form.exec(payload)
  return parts ? { questionId: Number(parts[1]), answer: parts[2] as QuestionAnswer } : undefined
}
