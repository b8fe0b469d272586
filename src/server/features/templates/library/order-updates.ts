import type { LibraryEntry } from './library-entry.ts'

/** What a person wants to know between paying and unpacking. */
export const orderUpdates: readonly LibraryEntry[] = [
  {
    name: 'order_confirmed',
    title: 'Order confirmed',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        header: 'Order confirmed',
        body: 'Hello {{name}}, we have received your order *{{order}}* for {{amount}}. We will write again as soon as it is on its way.',
        footer: 'Keep this message as your receipt.',
      },
      hi: {
        header: 'ऑर्डर पक्का हुआ',
        body: 'नमस्ते {{name}}, हमें आपका ऑर्डर *{{order}}* मिल गया है, राशि {{amount}} है। जैसे ही यह रवाना होगा, हम आपको फिर लिखेंगे।',
        footer: 'रसीद के रूप में यह संदेश रखें।',
      },
      es: {
        header: 'Pedido confirmado',
        body: 'Hola {{name}}, hemos recibido tu pedido *{{order}}* por {{amount}}. Te escribiremos en cuanto esté en camino.',
        footer: 'Guarda este mensaje como recibo.',
      },
    },
  },
  {
    name: 'order_on_its_way',
    title: 'Order on its way',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, your order *{{order}}* has left us today. It should reach you by {{date}} at the latest.',
        replies: ['Where is it?'],
      },
      hi: {
        body: 'नमस्ते {{name}}, आपका ऑर्डर *{{order}}* आज हमारे यहाँ से निकल गया है। यह आपको {{date}} तक मिल जाना चाहिए।',
        replies: ['अभी कहाँ है?'],
      },
      es: {
        body: 'Hola {{name}}, tu pedido *{{order}}* ha salido hoy. Debería llegarte el {{date}} como muy tarde.',
        replies: ['¿Dónde está?'],
      },
    },
  },
  {
    name: 'order_out_for_delivery',
    title: 'Out for delivery',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        header: 'Arriving today',
        body: 'Hello {{name}}, your order *{{order}}* comes today, at about {{time}}. Please see that somebody is there to take it.',
        replies: ['Somebody is there', 'Come another day'],
      },
      hi: {
        header: 'आज पहुँच रहा है',
        body: 'नमस्ते {{name}}, आपका ऑर्डर *{{order}}* आज लगभग {{time}} बजे पहुँचेगा। कृपया देखें कि लेने के लिए कोई घर पर हो।',
        replies: ['कोई रहेगा', 'किसी और दिन आएँ'],
      },
      es: {
        header: 'Llega hoy',
        body: 'Hola {{name}}, tu pedido *{{order}}* llega hoy, sobre las {{time}} horas. Procura que haya alguien para recibirlo.',
        replies: ['Habrá alguien', 'Mejor otro día'],
      },
    },
  },
  {
    name: 'order_delivered',
    title: 'Order delivered',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, your order *{{order}}* has been delivered. If anything is missing or broken, answer here and we will put it right.',
        replies: ['All is well', 'Something is wrong'],
      },
      hi: {
        body: 'नमस्ते {{name}}, आपका ऑर्डर *{{order}}* पहुँचा दिया गया है। अगर कुछ कम या टूटा हुआ है, तो यहीं जवाब दें, हम ठीक कर देंगे।',
        replies: ['सब ठीक है', 'कुछ गड़बड़ है'],
      },
      es: {
        body: 'Hola {{name}}, tu pedido *{{order}}* ha sido entregado. Si falta algo o está roto, responde aquí y lo arreglamos.',
        replies: ['Todo bien', 'Hay un problema'],
      },
    },
  },
  {
    name: 'order_delayed',
    title: 'Order delayed',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, your order *{{order}}* takes longer than we said, and we are sorry. The new day is {{date}}. Answer here if that does not suit you.',
        replies: ['That is fine', 'Cancel my order'],
      },
      hi: {
        body: 'नमस्ते {{name}}, आपके ऑर्डर *{{order}}* में बताए गए समय से ज़्यादा लग रहा है, इसके लिए हमें खेद है। नया दिन {{date}} है। ठीक न लगे तो यहीं जवाब दें।',
        replies: ['ठीक है', 'ऑर्डर रद्द करें'],
      },
      es: {
        body: 'Hola {{name}}, tu pedido *{{order}}* tarda más de lo que dijimos y lo sentimos. La nueva fecha es el {{date}}. Responde aquí si no te viene bien.',
        replies: ['Está bien', 'Cancelar pedido'],
      },
    },
  },
  {
    name: 'order_cancelled_refund',
    title: 'Order cancelled, money returned',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, your order *{{order}}* is cancelled as you asked. We have sent back {{amount}}, which takes three to five working days to arrive.',
      },
      hi: {
        body: 'नमस्ते {{name}}, आपके कहने पर ऑर्डर *{{order}}* रद्द कर दिया गया है। हमने {{amount}} लौटा दिए हैं, जो तीन से पाँच कार्य दिवसों में आपको मिल जाएँगे।',
      },
      es: {
        body: 'Hola {{name}}, tu pedido *{{order}}* está cancelado, como pediste. Hemos devuelto {{amount}}, que tardan de tres a cinco días hábiles en llegar.',
      },
    },
  },
  {
    name: 'payment_received',
    title: 'Payment received',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        header: 'Thank you',
        body: 'Hello {{name}}, we have received your payment of *{{amount}}* for {{order}}. Nothing more is due.',
      },
      hi: {
        header: 'धन्यवाद',
        body: 'नमस्ते {{name}}, हमें {{order}} के लिए आपका *{{amount}}* का भुगतान मिल गया है। अब कुछ भी बाकी नहीं है।',
      },
      es: {
        header: 'Gracias',
        body: 'Hola {{name}}, hemos recibido tu pago de *{{amount}}* por {{order}}. No queda nada pendiente.',
      },
    },
  },
  {
    name: 'payment_due_reminder',
    title: 'Payment reminder',
    category: 'TRANSACTIONAL',
    words: {
      en_US: {
        body: 'Hello {{name}}, a friendly reminder: *{{amount}}* for {{order}} is due on {{date}}. If you have paid already, please ignore this message.',
        replies: ['I have paid', 'I need more time'],
      },
      hi: {
        body: 'नमस्ते {{name}}, एक छोटी सी याद: {{order}} के लिए *{{amount}}* का भुगतान {{date}} तक करना है। अगर आप दे चुके हैं, तो इस संदेश को छोड़ दें।',
        replies: ['मैं दे चुका हूँ', 'और समय चाहिए'],
      },
      es: {
        body: 'Hola {{name}}, un recordatorio amable: *{{amount}}* por {{order}} vence el {{date}}. Si ya has pagado, no hagas caso de este mensaje.',
        replies: ['Ya he pagado', 'Necesito más tiempo'],
      },
    },
  },
]
