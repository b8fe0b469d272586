import type { LibraryEntry } from './library-entry.ts'

/** Reasons to come back. Each says how to stop such messages. */
export const promotions: readonly LibraryEntry[] = [
  {
    name: 'festival_offer',
    title: 'Festival offer',
    category: 'MARKETING',
    words: {
      en_US: {
        header: 'Happy {{festival}}',
        body: 'Hello {{name}}, we wish you and your family a happy {{festival}}! To celebrate, everything in our shop is *{{discount}} off* until {{date}}. We look forward to seeing you.',
        footer: 'Reply STOP to get no more offers.',
        replies: ['Tell me more', 'Stop promotions'],
      },
      hi: {
        header: '{{festival}} की शुभकामनाएँ',
        body: 'नमस्ते {{name}}, आपको और आपके परिवार को {{festival}} की बहुत शुभकामनाएँ! इस खुशी में हमारी दुकान में हर चीज़ पर {{date}} तक *{{discount}} की छूट* है। आपका इंतज़ार रहेगा।',
        footer: 'ऑफ़र बंद करने के लिए STOP लिखें।',
        replies: ['और बताएँ', 'ऑफ़र बंद करें'],
      },
      es: {
        header: 'Feliz {{festival}}',
        body: 'Hola {{name}}, te deseamos a ti y a tu familia una feliz {{festival}}. Para celebrarlo, toda nuestra tienda tiene un *{{discount}} de descuento* hasta el {{date}}. Te esperamos.',
        footer: 'Responde STOP para no recibir más ofertas.',
        replies: ['Quiero saber más', 'No más ofertas'],
      },
    },
  },
  {
    name: 'weekend_sale',
    title: 'Weekend sale',
    category: 'MARKETING',
    words: {
      en_US: {
        header: 'This weekend only',
        body: 'Hello {{name}}, this Saturday and Sunday you pay *{{discount}} less* for everything we have on the shelves. First come, first served.',
        footer: 'Reply STOP to get no more offers.',
        replies: ['Keep me something', 'Stop promotions'],
      },
      hi: {
        header: 'सिर्फ़ इस वीकेंड',
        body: 'नमस्ते {{name}}, इस शनिवार और रविवार हमारी हर चीज़ पर आप *{{discount}} कम* देते हैं। जो पहले आए, वह पहले पाए।',
        footer: 'ऑफ़र बंद करने के लिए STOP लिखें।',
        replies: ['मेरे लिए रख दें', 'ऑफ़र बंद करें'],
      },
      es: {
        header: 'Solo este fin de semana',
        body: 'Hola {{name}}, este sábado y domingo pagas un *{{discount}} menos* por todo lo que tenemos en la tienda. Quien llega primero, elige primero.',
        footer: 'Responde STOP para no recibir más ofertas.',
        replies: ['Guárdame algo', 'No más ofertas'],
      },
    },
  },
  {
    name: 'new_arrival',
    title: 'New arrival',
    category: 'MARKETING',
    words: {
      en_US: {
        header: 'Just in',
        body: 'Hello {{name}}, *{{product}}* has just arrived, and we thought of you. Answer here and we will send pictures.',
        footer: 'Reply STOP to get no more news.',
        replies: ['Send pictures', 'Not for me'],
      },
      hi: {
        header: 'अभी आया है',
        body: 'नमस्ते {{name}}, *{{product}}* अभी-अभी आया है, और हमें आपकी याद आई। यहीं जवाब दें, हम तस्वीरें भेज देंगे।',
        footer: 'ख़बरें बंद करने के लिए STOP लिखें।',
        replies: ['तस्वीरें भेजें', 'मेरे लिए नहीं'],
      },
      es: {
        header: 'Recién llegado',
        body: 'Hola {{name}}, acaba de llegar *{{product}}* y hemos pensado en ti. Responde aquí y te mandamos fotos.',
        footer: 'Responde STOP para no recibir novedades.',
        replies: ['Quiero fotos', 'No es para mí'],
      },
    },
  },
  {
    name: 'coupon_thank_you',
    title: 'Coupon as a thank-you',
    category: 'MARKETING',
    words: {
      en_US: {
        header: 'A present for you',
        body: 'Hello {{name}}, thank you for being with us. This code gives you *{{discount}} off* your next order until {{date}}. Tap the button to copy it.',
        footer: 'Reply STOP to get no more offers.',
        buttons: [{ type: 'COPY_CODE', text: 'Copy offer code', value: 'THANKS20' }],
      },
      hi: {
        header: 'आपके लिए एक तोहफ़ा',
        body: 'नमस्ते {{name}}, हमारे साथ बने रहने के लिए धन्यवाद। यह कोड {{date}} तक आपके अगले ऑर्डर पर *{{discount}} की छूट* देता है। कॉपी करने के लिए बटन दबाएँ।',
        footer: 'ऑफ़र बंद करने के लिए STOP लिखें।',
        buttons: [{ type: 'COPY_CODE', text: 'Copy offer code', value: 'THANKS20' }],
      },
      es: {
        header: 'Un regalo para ti',
        body: 'Hola {{name}}, gracias por estar con nosotros. Este código te da un *{{discount}} de descuento* en tu próximo pedido hasta el {{date}}. Toca el botón para copiarlo.',
        footer: 'Responde STOP para no recibir más ofertas.',
        buttons: [{ type: 'COPY_CODE', text: 'Copy offer code', value: 'GRACIAS20' }],
      },
    },
  },
  {
    name: 'back_in_stock',
    title: 'Back in stock',
    category: 'MARKETING',
    words: {
      en_US: {
        body: 'Good news, {{name}}: *{{product}}* is back, and there are not many of them. Shall we put one aside for you?',
        footer: 'Reply STOP to get no more news.',
        replies: ['Put one aside', 'No, thank you'],
      },
      hi: {
        body: 'अच्छी ख़बर, {{name}}: *{{product}}* फिर से आ गया है, पर ज़्यादा नहीं हैं। क्या हम आपके लिए एक अलग रख दें?',
        footer: 'ख़बरें बंद करने के लिए STOP लिखें।',
        replies: ['एक रख दें', 'नहीं, धन्यवाद'],
      },
      es: {
        body: 'Buenas noticias, {{name}}: *{{product}}* ha vuelto y no quedan muchos. ¿Te apartamos uno?',
        footer: 'Responde STOP para no recibir novedades.',
        replies: ['Apártame uno', 'No, gracias'],
      },
    },
  },
  {
    name: 'birthday_wish',
    title: 'Birthday wish',
    category: 'MARKETING',
    words: {
      en_US: {
        header: 'Happy birthday',
        body: 'Happy birthday, {{name}}! We wish you a wonderful year. Come by this week and your treat is on us, with *{{discount}} off* all that you choose.',
        footer: 'Reply STOP to get no more offers.',
      },
      hi: {
        header: 'जन्मदिन मुबारक',
        body: 'जन्मदिन मुबारक हो, {{name}}! आपका साल बहुत अच्छा गुज़रे। इस हफ़्ते आइए, आपकी पसंद की हर चीज़ पर *{{discount}} की छूट* हमारी तरफ़ से है।',
        footer: 'ऑफ़र बंद करने के लिए STOP लिखें।',
      },
      es: {
        header: 'Feliz cumpleaños',
        body: '¡Feliz cumpleaños, {{name}}! Te deseamos un año maravilloso. Ven esta semana y tendrás un *{{discount}} de descuento* en todo lo que elijas.',
        footer: 'Responde STOP para no recibir más ofertas.',
      },
    },
  },
  {
    name: 'shop_news',
    title: 'News from the shop',
    category: 'MARKETING',
    words: {
      en_US: {
        header: 'News from our shop',
        body: 'Hello {{name}}, here is what is new with us: {{custom_message}} We would be glad to see you again soon.',
        footer: 'Reply STOP to get no more news.',
        replies: ['Tell me more', 'Stop promotions'],
      },
      hi: {
        header: 'हमारी दुकान से ख़बर',
        body: 'नमस्ते {{name}}, हमारे यहाँ नया यह है: {{custom_message}} आपसे जल्द फिर मिलकर हमें खुशी होगी।',
        footer: 'ख़बरें बंद करने के लिए STOP लिखें।',
        replies: ['और बताएँ', 'ख़बरें बंद करें'],
      },
      es: {
        header: 'Noticias de la tienda',
        body: 'Hola {{name}}, esto es lo nuevo: {{custom_message}} Nos alegrará verte de nuevo muy pronto.',
        footer: 'Responde STOP para no recibir novedades.',
        replies: ['Quiero saber más', 'No más noticias'],
      },
    },
  },
]
