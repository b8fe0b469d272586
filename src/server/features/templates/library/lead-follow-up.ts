import type { LibraryEntry } from './library-entry.ts'

/** For people who asked once: answer quickly, and ask one thing at a time. */
export const leadFollowUp: readonly LibraryEntry[] = [
  {
    name: 'lead_welcome',
    title: 'Welcome after an enquiry',
    category: 'MARKETING',
    words: {
      en_US: {
        body: 'Hello {{name}}, thank you for asking us about *{{topic}}*. We are here to help. What would you like to do next?',
        replies: ['Call me', 'Send prices', 'Just looking'],
      },
      hi: {
        body: 'नमस्ते {{name}}, *{{topic}}* के बारे में पूछने के लिए धन्यवाद। हम मदद के लिए यहाँ हैं। आगे आप क्या चाहेंगे?',
        replies: ['मुझे फ़ोन करें', 'कीमत भेजें', 'बस देख रहा हूँ'],
      },
      es: {
        body: 'Hola {{name}}, gracias por preguntarnos por *{{topic}}*. Estamos aquí para ayudarte. ¿Qué te gustaría hacer ahora?',
        replies: ['Llámame', 'Ver precios', 'Solo miro'],
      },
    },
  },
  {
    name: 'lead_still_interested',
    title: 'Still interested?',
    category: 'MARKETING',
    words: {
      en_US: {
        body: 'Hello {{name}}, some days ago you asked about *{{topic}}*. Is it still of interest to you? We will not write again if it is not.',
        replies: ['Yes, it is', 'Not any more'],
      },
      hi: {
        body: 'नमस्ते {{name}}, कुछ दिन पहले आपने *{{topic}}* के बारे में पूछा था। क्या अब भी आपकी रुचि है? न हो तो हम फिर नहीं लिखेंगे।',
        replies: ['हाँ, है', 'अब नहीं'],
      },
      es: {
        body: 'Hola {{name}}, hace unos días preguntaste por *{{topic}}*. ¿Te sigue interesando? Si no es así, no volveremos a escribirte.',
        replies: ['Sí, me interesa', 'Ya no'],
      },
    },
  },
  {
    name: 'quote_follow_up',
    title: 'After a quotation',
    category: 'MARKETING',
    words: {
      en_US: {
        body: 'Hello {{name}}, we sent you our price for *{{topic}}*: {{amount}}. It is good until {{date}}. Do you have any questions about it?',
        replies: ['I accept', 'I have a question', 'Too expensive'],
      },
      hi: {
        body: 'नमस्ते {{name}}, हमने आपको *{{topic}}* की कीमत भेजी थी: {{amount}}। यह {{date}} तक मान्य है। क्या इसके बारे में कोई सवाल है?',
        replies: ['मंज़ूर है', 'एक सवाल है', 'बहुत महँगा है'],
      },
      es: {
        body: 'Hola {{name}}, te enviamos nuestro precio para *{{topic}}*: {{amount}}. Es válido hasta el {{date}}. ¿Tienes alguna pregunta al respecto?',
        replies: ['Acepto', 'Tengo una pregunta', 'Demasiado caro'],
      },
    },
  },
  {
    name: 'callback_time',
    title: 'When may we call?',
    category: 'MARKETING',
    words: {
      en_US: {
        body: 'Hello {{name}}, we would like to answer your questions about *{{topic}}* by phone. When may we call you?',
        replies: ['In the morning', 'In the afternoon', 'Write instead'],
      },
      hi: {
        body: 'नमस्ते {{name}}, *{{topic}}* के बारे में आपके सवालों के जवाब हम फ़ोन पर देना चाहेंगे। हम आपको कब फ़ोन करें?',
        replies: ['सुबह', 'दोपहर में', 'लिखकर बताएँ'],
      },
      es: {
        body: 'Hola {{name}}, nos gustaría responder por teléfono a tus preguntas sobre *{{topic}}*. ¿Cuándo podemos llamarte?',
        replies: ['Por la mañana', 'Por la tarde', 'Mejor por escrito'],
      },
    },
  },
  {
    name: 'visit_invitation',
    title: 'Invitation to come by',
    category: 'MARKETING',
    words: {
      en_US: {
        header: 'Come and see',
        body: 'Hello {{name}}, you asked about *{{topic}}*. Come and see for yourself on {{day}} at {{time}}: it costs nothing and binds you to nothing.',
        replies: ['I will come', 'Another day'],
      },
      hi: {
        header: 'आकर देखें',
        body: 'नमस्ते {{name}}, आपने *{{topic}}* के बारे में पूछा था। {{day}} को {{time}} बजे आकर ख़ुद देखें: न कोई ख़र्च, न कोई बंधन।',
        replies: ['मैं आऊँगा', 'किसी और दिन'],
      },
      es: {
        header: 'Ven a verlo',
        body: 'Hola {{name}}, preguntaste por *{{topic}}*. Ven a verlo el {{day}} a las {{time}} horas: no cuesta nada ni te compromete a nada.',
        replies: ['Iré', 'Otro día'],
      },
    },
  },
  {
    name: 'feedback_request',
    title: 'How was it?',
    category: 'MARKETING',
    words: {
      en_US: {
        body: 'Hello {{name}}, thank you for choosing us for *{{service}}*. How was it? Your answer helps us and others.',
        replies: ['Very good', 'It was fine', 'Not good'],
      },
      hi: {
        body: 'नमस्ते {{name}}, *{{service}}* के लिए हमें चुनने का धन्यवाद। कैसा रहा? आपका जवाब हमारी और दूसरों की मदद करता है।',
        replies: ['बहुत अच्छा', 'ठीक था', 'अच्छा नहीं'],
      },
      es: {
        body: 'Hola {{name}}, gracias por elegirnos para *{{service}}*. ¿Qué tal fue? Tu respuesta nos ayuda a nosotros y a otros.',
        replies: ['Muy bien', 'Estuvo bien', 'No muy bien'],
      },
    },
  },
]
