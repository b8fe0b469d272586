import type { LibraryEntry } from './library-entry.ts'

/** So that people come, or say in time that they cannot. */
export const appointmentReminders: readonly LibraryEntry[] = [
  {
    name: 'appointment_confirmed',
    title: 'Appointment confirmed',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        header: 'See you soon',
        body: 'Hello {{name}}, your appointment for *{{service}}* is confirmed: {{date}} at {{time}}. Please come five minutes early.',
        replies: ['Change the time', 'Cancel it'],
      },
      hi: {
        header: 'जल्द मिलते हैं',
        body: 'नमस्ते {{name}}, *{{service}}* के लिए आपका अपॉइंटमेंट पक्का है: {{date}} को {{time}} बजे। कृपया पाँच मिनट पहले आएँ।',
        replies: ['समय बदलें', 'रद्द करें'],
      },
      es: {
        header: 'Nos vemos pronto',
        body: 'Hola {{name}}, tu cita para *{{service}}* está confirmada: el {{date}} a las {{time}} horas. Por favor, llega cinco minutos antes.',
        replies: ['Cambiar la hora', 'Cancelarla'],
      },
    },
  },
  {
    name: 'appointment_tomorrow',
    title: 'Appointment tomorrow',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, a reminder for tomorrow: *{{service}}* at {{time}}. Will you come? One tap is enough to tell us.',
        replies: ['I will come', 'Another time', 'Cancel it'],
      },
      hi: {
        body: 'नमस्ते {{name}}, कल के लिए याद दिला दें: *{{service}}*, समय {{time}} बजे। क्या आप आएँगे? बस एक टैप करके बता दें।',
        replies: ['मैं आऊँगा', 'किसी और समय', 'रद्द करें'],
      },
      es: {
        body: 'Hola {{name}}, un recordatorio para mañana: *{{service}}* a las {{time}} horas. ¿Vendrás? Con un toque nos lo dices.',
        replies: ['Iré', 'Otro día', 'Cancelarla'],
      },
    },
  },
  {
    name: 'appointment_today',
    title: 'Appointment today',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, we expect you today at *{{time}}* for {{service}}. If you are late, tell us here and we will wait.',
        replies: ['On my way', 'I am late'],
      },
      hi: {
        body: 'नमस्ते {{name}}, आज *{{time}}* बजे {{service}} के लिए हम आपका इंतज़ार कर रहे हैं। देर हो तो यहीं बता दें, हम रुकेंगे।',
        replies: ['रास्ते में हूँ', 'देर होगी'],
      },
      es: {
        body: 'Hola {{name}}, te esperamos hoy a las *{{time}}* para {{service}}. Si llegas tarde, dínoslo aquí y te esperamos.',
        replies: ['Voy de camino', 'Llego tarde'],
      },
    },
  },
  {
    name: 'appointment_moved',
    title: 'Appointment moved',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, your appointment for *{{service}}* has a new time: {{date}} at {{time}}. Does that suit you?',
        replies: ['It suits me', 'It does not'],
      },
      hi: {
        body: 'नमस्ते {{name}}, *{{service}}* के लिए आपके अपॉइंटमेंट का नया समय है: {{date}} को {{time}} बजे। क्या यह ठीक है?',
        replies: ['ठीक है', 'ठीक नहीं'],
      },
      es: {
        body: 'Hola {{name}}, tu cita para *{{service}}* tiene nueva hora: el {{date}} a las {{time}} horas. ¿Te viene bien?',
        replies: ['Me viene bien', 'No me viene bien'],
      },
    },
  },
  {
    name: 'appointment_cancelled',
    title: 'Appointment cancelled',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, your appointment for *{{service}}* on {{date}} is cancelled. If you want another day, answer here.',
        replies: ['Find another day'],
      },
      hi: {
        body: 'नमस्ते {{name}}, {{date}} का आपका *{{service}}* अपॉइंटमेंट रद्द कर दिया गया है। दूसरा दिन चाहिए तो यहीं जवाब दें।',
        replies: ['दूसरा दिन बताएँ'],
      },
      es: {
        body: 'Hola {{name}}, tu cita para *{{service}}* del {{date}} está cancelada. Si quieres otro día, responde aquí.',
        replies: ['Buscar otro día'],
      },
    },
  },
  {
    name: 'appointment_missed',
    title: 'Appointment missed',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, we missed you at your appointment for *{{service}}* on {{date}}. Shall we find a new time for it?',
        replies: ['Yes, a new time', 'No, thank you'],
      },
      hi: {
        body: 'नमस्ते {{name}}, {{date}} को *{{service}}* के अपॉइंटमेंट पर आप नहीं आ सके। क्या हम इसके लिए नया समय तय करें?',
        replies: ['हाँ, नया समय', 'नहीं, धन्यवाद'],
      },
      es: {
        body: 'Hola {{name}}, te echamos de menos en tu cita para *{{service}}* del {{date}}. ¿Buscamos una nueva hora para ella?',
        replies: ['Sí, otra hora', 'No, gracias'],
      },
    },
  },
]
