import type { Translated } from '#contract/messages/shape.ts'
import type { growth as english } from '../en/growth.ts'

export const growth: Translated<typeof english> = {
  formEditedMeanwhile: 'Alguien cambió este formulario mientras tanto. Vuelve a cargarlo y repite tu cambio.',
  tooManyForms: 'Una empresa tiene como máximo {most, number} formularios. Cambia uno que ya tengas.',
  noField: 'No hay un campo propio {name}. Quítalo del formulario.',
  cannotAsk:
    'Elige una plantilla de utilidad aprobada, sin variables y con un botón de respuesta rápida primero.',
  keywordTaken: 'Elige otra palabra: {word} ya tiene un significado.',
  siteNotAllowed:
    'Este sitio no puede mostrar el formulario. Añade su dirección a los sitios del formulario.',
  tooManyRequests: 'Llegaron demasiadas solicitudes de tu red. Inténtalo en un momento.',
  photo: {
    missing: 'Elige una imagen.',
    wrongType: 'Elige una imagen JPEG, PNG o WebP.',
    tooLarge: 'Elige una imagen de {most, number} MB como máximo.',
    broken: 'No se puede leer esta imagen. Elige otra.',
  },
  receipt: {
    dots: '• está en lugar de una letra que este archivo no puede mostrar. El archivo JSON las tiene todas.',
  },
  poster: {
    scan: 'Escanea',
    scanText: 'Abre la cámara y apunta aquí.',
    answer: '{way, select, message {Envía} other {Rellena}}',
    answerText:
      '{way, select, message {Se abre WhatsApp con «{words}». Pulsa enviar.} other {Escribe tu número de WhatsApp y acepta.}}',
    done: 'Listo',
    noLetters:
      'El PDF no puede mostrar estas letras: {letters}. Quítalas del formulario o imprime la página.',
    doneText: 'Tendrás noticias nuestras. Responde STOP cuando quieras.',
    without: '¿Sin cámara? {way, select, message {Envía «{words}» al {phone}.} other {Abre {words}.}}',
  },
  page: {
    email: 'Correo electrónico',
    optional: 'opcional',
    needField: 'Completa este campo.',
    badField: 'Revisa lo que escribiste aquí.',
    yes: 'Sí',
    no: 'No',
    name: 'Tu nombre',
    phone: 'Número de WhatsApp',
    code: 'Código de país',
    privacy: 'Privacidad',
    langs: 'Idioma',
    thanks: '¡Gracias!',
    thanksText: '{business} tiene tu respuesta.',
    confirmNext: 'Ahora {business} te pide confirmar por WhatsApp. Pulsa allí el botón.',
    stopped: '¿Paraste antes los mensajes de {business}? Entonces envíales START por WhatsApp.',
    closed: 'Este formulario está cerrado',
    closedText: '{business} no recibe respuestas aquí ahora.',
    busy: 'Espera un momento',
    missing: 'Esta página no existe',
    missingText: 'Comprueba que tienes el enlace completo.',
    old: 'Esta página estuvo abierta demasiado tiempo. Revisa tus respuestas y envíalas de nuevo.',
    fast: 'Revisa tus respuestas y envíalas de nuevo.',
    needPhone: 'Escribe un número de WhatsApp con su código de país.',
    needConsent: 'Marca la casilla si estás de acuerdo.',
    tooMany: 'Hay demasiadas respuestas ahora. Inténtalo de nuevo en una hora.',
    work: 'Están llegando muchas respuestas. Espera medio minuto y envíalo otra vez.',
    close: 'Cerrar',
    failed: 'Tu respuesta no llegó. Inténtalo de nuevo.',
  },
}
