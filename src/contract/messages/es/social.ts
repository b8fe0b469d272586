import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'

export const social: Translated<typeof english> = {
  platform: 'Elige facebook, instagram, youtube o linkedin.',
  chooseOne: 'Elige al menos una cuenta.',
  localTime: 'Escribe la hora como 09:30.',
  allRequired: 'Todos los campos son obligatorios.',
  draftMax: 'Este borrador es demasiado largo para guardarlo. Acórtalo.',
  /** Why a publication waits, failed or is unknown, by its code. */
  reason: {
    account_disconnected: '{network} está desconectado. Conéctalo de nuevo para publicar.',
    access_withdrawn: 'Se retiró el acceso a esta cuenta en {network}. Conéctala de nuevo para publicar.',
    reconnect: '{network} pide que inicies sesión de nuevo. Después se publicará.',
    network_unreachable: '{network} no responde. Seguimos intentándolo.',
    rate_limited: '{network} limita los envíos. Se publicará en cuanto lo permita.',
    publish_limit: 'Esta cuenta alcanzó el límite diario de {network}. Lo intentamos cada media hora.',
    processing: '{network} está procesando la publicación.',
    asking_network: '{network} no respondió. Estamos comprobando si publicó.',
    late: 'Esta publicación lleva más de 6 horas de retraso. Publícala ahora o cancélala.',
    no_permission: '{network} no nos deja publicar. Conecta la cuenta de nuevo y acepta todos los permisos.',
    app_refused:
      '{network} rechazó la app de esta instalación. Pide a quien la administra que revise los ajustes.',
    no_public_address:
      '{network} descarga este archivo de nosotros, pero este servidor no tiene dirección pública.',
    media_missing: 'Se eliminó el archivo de esta publicación. Añádelo de nuevo.',
    media_not_usable: 'Este archivo no cumple las reglas de {network}. Usa otro.',
    media_refused: '{network} rechazó el archivo. Usa otro.',
    media_not_fetched:
      '{network} no pudo descargar el archivo de este servidor. Revisa su dirección pública.',
    text_refused: '{network} rechazó el texto. Cámbialo e inténtalo de nuevo.',
    options_refused:
      '{network} rechazó el título, las etiquetas o la categoría. Cámbialos e inténtalo de nuevo.',
    duplicate_refused: '{network} rechazó esto por ser copia de una publicación anterior.',
    blocked_as_spam: '{network} lo bloqueó como spam. Espera un día antes de publicar de nuevo.',
    account_restricted: '{network} ha restringido esta cuenta. Abre {network} y sigue sus pasos.',
    no_channel: 'Esta cuenta de Google no tiene canal de YouTube. Crea uno y conéctala de nuevo.',
    quota_used_up: 'Se agotaron las subidas a YouTube de la app por hoy. Inténtalo mañana.',
    upload_limit: 'Este canal alcanzó hoy el límite de subidas de YouTube. Inténtalo mañana.',
    processing_failed: '{network} no pudo procesar el archivo. Inténtalo de nuevo o usa otro.',
    format_not_offered: '{network} no admite este tipo de publicación.',
    refused: '{network} rechazó la publicación. Abajo está su mensaje.',
    answer_not_understood: '{network} dio una respuesta que no pudimos leer. Inténtalo más tarde.',
    gave_up: '{network} no publicó tras varios intentos. Inténtalo de nuevo.',
    no_answer: '{network} no respondió y no nos deja comprobarlo. Míralo allí y decide.',
    no_trace: '{network} no respondió dos veces y no aparece en su lista. Míralo allí y decide.',
    several_matches: '{network} tiene varias publicaciones como esta. Míralo allí y decide.',
  },
}
