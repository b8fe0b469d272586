import type { Translated } from '#contract/messages/shape.ts'
import type { messages as english } from '../en/messages.ts'
import { links } from './messages/links.ts'

export const messages: Translated<typeof english> = {
  settled: {
    sentAgain: '{count, plural, one {# mensaje se envía} other {# mensajes se envían}} de nuevo.',
    failed:
      '{count, plural, one {# mensaje se marcó como fallido} other {# mensajes se marcaron como fallidos}}.',
    already: 'Estos mensajes ya se decidieron. Recarga los registros.',
  },
  send: {
    failed: 'El mensaje falló.',
    refusedCode: '{explanation} (código de WhatsApp {code})',
    refusedAdvice: '{explanation} {advice}',
    refusedAdviceCode: '{explanation} {advice} (código de WhatsApp {code})',
    unknown:
      'WhatsApp no respondió, así que no sabemos si aceptó el mensaje. Revisa los registros antes de enviarlo de nuevo.',
    optedOut: 'Esta persona se dio de baja, así que el mensaje no se envió.',
    queued: 'El mensaje está en cola y se envía solo. Los registros muestran cuándo.',
    queuedWaiting: 'El mensaje está en cola. {reason}',
    sent: 'Mensaje enviado correctamente.',
    noTemplate: 'No existe la plantilla “{name}” en {language}. Revisa su nombre y su idioma.',
    noTemplateField: 'No existe esa plantilla en este idioma.',
    phoneOnly: 'WhatsApp envía códigos de acceso solo a números de teléfono.',
    noParameters: 'Esta plantilla no usa parámetros. Déjalos vacíos.',
    parameters:
      'Esta plantilla necesita {count, plural, one {# parámetro} other {# parámetros}} separados por comas; {given, plural, one {hay #} other {hay #}}.',
    parametersMore:
      'Esta plantilla necesita {count, plural, one {# parámetro} other {# parámetros}} separados por comas; {given, plural, one {hay #} other {hay #}}. Escribe entre comillas dobles un valor con coma.',
    emptyParameter: 'El parámetro {number, number} está vacío. WhatsApp no acepta valores vacíos.',
    usMarketing: 'El marketing no se entrega a números de EE. UU.',
  },
  reason: {
    value_missing: 'Una parte de este mensaje no tiene valor para esta persona.',
    value_too_long: 'Un valor de esta persona es demasiado largo para WhatsApp.',
    value_unsupported: 'Esta plantilla tiene una parte que no se puede enviar desde aquí.',
    unusable_number: 'Este número no se puede usar.',
    duplicate: 'La misma persona recibe este mensaje con otro número o ID de usuario.',
    opted_out: 'Esta persona se dio de baja.',
    deleted: 'Borraste este lead antes de que se enviara el mensaje.',
    changed_number: 'Esta persona tiene ahora otro número.',
    unreachable: 'WhatsApp no pudo contactar antes con esta persona.',
    awaits_confirmation: 'Se pidió a esta persona que confirme por WhatsApp y aún no ha respondido.',
    no_consent: 'Esta persona nunca aceptó recibir mensajes.',
    had_enough: 'Esta persona ya recibió todos los mensajes de marketing que permite tu límite.',
    missing_value: 'Una variable de la plantilla no tiene valor para esta persona.',
    no_answer: 'WhatsApp no ha dicho si aceptó este mensaje. Aún puede llegar un informe de entrega.',
    reconcile: 'WhatsApp tuvo un error al enviar este mensaje. Si no llega un informe, lo enviamos de nuevo.',
    ask_owner: 'WhatsApp nunca dijo si aceptó este mensaje.',
    awaiting_reports: 'WhatsApp tuvo un error y faltan informes de entrega de esos minutos. Los esperamos.',
    no_reports: 'WhatsApp nunca dijo si aceptó este mensaje: faltan informes de entrega de esos minutos.',
    went_back: 'La base de datos volvió a un estado anterior. Este mensaje pudo haberse enviado antes.',
    written_off: 'WhatsApp nunca dijo si aceptó este mensaje. Se marcó como fallido.',
    pair_rate: 'Esta persona recibió mensajes hace un momento. El siguiente espera su turno.',
    again: 'Se envía de nuevo porque lo pediste.',
  },
  advice: {
    unusable_number: 'Corrige el número de esta persona.',
    changed_number: 'Pregúntale en el número nuevo si quiere tus mensajes.',
    us_marketing: 'Contacta con esta persona de otra forma.',
    awaits_confirmation: 'Recibirá tus próximos mensajes cuando confirme.',
    no_consent: 'Registra su consentimiento o indica en la campaña cómo lo dio.',
    had_enough: 'Envíalo cuando el límite lo permita o cambia el límite en Configuración de la cuenta.',
    missing_value: 'Completa el valor o dale un valor alternativo a la variable.',
    went_back: 'Envíalo de nuevo o márcalo como fallido. Si lo envías de nuevo, puede llegar dos veces.',
    ask_owner: 'Envíalo de nuevo o márcalo como fallido. Si lo envías de nuevo, puede llegar dos veces.',
    no_reports:
      'Revisa el webhook. Luego envíalo de nuevo o márcalo como fallido. Si lo envías de nuevo, puede llegar dos veces.',
  },
  errors: {
    noReason: 'WhatsApp no dio ningún motivo.',
    writtenOff: 'Marcado como fallido: WhatsApp nunca dijo si aceptó el mensaje',
  },
  life: {
    after: 'Tras {count, number} ms',
    afterHeld: 'Tras {count, number} ms. WhatsApp lo retiene para revisarlo ({status}).',
    providerSaid: 'WhatsApp: {text}',
    providerSaidCode: 'WhatsApp: {text} ({code})',
    noAnswer: 'WhatsApp no respondió a la solicitud',
    clicked: 'Abierto {count, plural, one {# vez} other {# veces}}',
  },
  archive: {
    fileName: 'mensajes {month}.csv',
  },
  export: {
    time: 'Hora',
    recipient: 'Destinatario',
    name: 'Nombre',
    campaign: 'Campaña',
    template: 'Plantilla',
    message: 'Mensaje',
    status: 'Estado',
    reason: 'Motivo',
    advice: 'Qué hacer',
    code: 'Código de WhatsApp',
    text: 'Error de WhatsApp',
    sent: 'Enviado',
    delivered: 'Entregado',
    read: 'Leído',
    failed: 'Fallido',
  },
  status:
    '{status, select, queued {En cola} sending {Enviando} sent {Enviado} delivered {Entregado} read {Leído} failed {Fallido} unknown {Desconocido} skipped {Omitido} cancelled {Cancelado} other {{status}}}',
  waiting: {
    partSent: 'La primera parte está enviada. El resto espera.',
    number: 'Este número está en pausa.',
    limit: 'Se alcanzó el límite de personas en 24 horas.',
    theirClock: 'Las siguientes personas lo reciben cuando su reloj marque la hora.',
    quietHours: 'Las siguientes personas tienen horas de silencio: lo reciben cuando terminen.',
    putOff: 'WhatsApp pide esperar antes de volver a escribir a estas personas.',
    providerFailing: 'WhatsApp tiene problemas ahora.',
    quality: 'Demasiadas personas bloquearon o denunciaron este número, así que WhatsApp lo limita.',
    tier: 'WhatsApp te permite escribir a {count, number} personas distintas en 24 horas. El resto se envía después solo.',
    limitUsed:
      'WhatsApp te permite escribir a {count, number} personas distintas en 24 horas. Ya se alcanzó. El resto se envía después solo.',
    limitSetAside:
      'WhatsApp te permite escribir a {count, number} personas distintas en 24 horas. Tu otro número usa las últimas. El resto se envía después solo.',
    reportsMissing:
      'No llegan los informes de entrega de WhatsApp. Los mensajes que WhatsApp no confirmó los esperan. Revisa el webhook en Configuración de WABA.',
  },
  resend: {
    later: 'WhatsApp pide esperar después de este error. Lo enviamos cuando pase ese tiempo.',
    fixFirst: 'Este error se repite si no has corregido su causa.',
  },
  report: {
    unknownStatus: 'El estado “{status}” no se conoce. Queda guardado.',
    noMessage: 'Ningún mensaje tuyo tiene este id.',
    moved: 'Mensaje {id}: {status}.',
    notMoved: 'El mensaje {id} sigue en {status}. El informe “{reported}” es anterior.',
  },
  links,
  log: {
    unknownPage: 'Esta página de los registros no existe. Carga de nuevo la primera.',
  },
}
