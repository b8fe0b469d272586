import type { Translated } from '#contract/messages/shape.ts'
import type { app as english } from '../en/app.ts'

export const app: Translated<typeof english> = {
  notFound: {
    passkey: 'No se encontró esta llave de acceso.',
    apiKey: 'No se encontró esta clave de API.',
    conversionSource: 'No se encontró esta conexión de tienda.',
    hook: 'No se encontró este webhook.',
    hookDelivery: 'No se encontró esta llamada.',
    segment: 'No se encontró este segmento.',
    optinProof: 'No se encontró este comprobante.',
    optinForm: 'No se encontró este formulario.',
    sequence: 'No se encontró esta secuencia.',
    sequencePerson: 'Esta persona no está en la secuencia.',
    member: 'Esta persona no está en tu equipo.',
    invitation: 'No se encontró esta invitación.',
    session: 'Esta sesión ya terminó. Recarga la página.',
    conversation: 'No se encontró esta conversación.',
    flow: 'No se encontró este flujo.',
    secret: 'No se encontró este secreto. Escríbelo de nuevo.',
    rule: 'No se encontró esta regla.',
    version: 'No se encontró esta versión.',
    field: 'No se encontró este campo.',
    label: 'No se encontró esta etiqueta.',
    view: 'No se encontró esta vista.',
    quickReply: 'No se encontró esta respuesta rápida.',
    campaign: 'No se encontró esta campaña.',
    lead: 'No se encontró este lead.',
    template: 'No se encontró esta plantilla.',
    phoneNumber: 'No se encontró este número de teléfono.',
    message: 'No se encontró este mensaje.',
    draft: 'No se encontró este borrador.',
    account: 'No se encontró esta cuenta.',
    whatsappAccount: 'No se encontró esta cuenta de WhatsApp.',
    webhook: 'No se encontró este webhook.',
    archivedMonth: 'No hay mensajes archivados de este mes.',
    file: 'No se encontró este archivo.',
    warning: 'No se encontró este aviso.',
    login: 'No se encontró este inicio de sesión.',
    import: 'No se encontró esta importación.',
    change: 'No se encontró este cambio.',
    templatePicture: 'No se encontró la imagen de esta plantilla.',
    headerFile: 'No se encontró el archivo del encabezado.',
    rejectedRows: 'No se encontró el archivo de filas rechazadas.',
    post: 'No se encontró esta publicación.',
    signup: 'No se encontró un registro terminado de esta cuenta y persona.',
  },
  idempotency: {
    badKey: 'La Idempotency-Key debe tener de 1 a {count, number} caracteres ASCII visibles, sin espacios.',
    reused:
      'Esta Idempotency-Key ya se usó para otra solicitud. Usa una clave nueva para cada solicitud nueva.',
    underWay:
      'La primera solicitud con esta Idempotency-Key sigue en curso. Inténtalo de nuevo en unos segundos.',
    unknown:
      'La primera solicitud con esta Idempotency-Key se interrumpió y puede haberse realizado. Compruébalo y usa una clave nueva.',
  },
  input: {
    notJson: 'El cuerpo de la solicitud no es un JSON válido.',
    emptyJson: 'La solicitud está marcada como JSON, pero su cuerpo está vacío.',
    wrongLength: 'La longitud del cuerpo no coincide con su encabezado.',
    bodyTooLarge: 'El cuerpo de la solicitud es demasiado grande.',
    mediaType: 'Este tipo de contenido no se acepta. Envía JSON.',
    badUrl: 'Esta dirección no es válida.',
    notFound: 'No se encontró.',
    multipart: 'Envíalo como multipart/form-data.',
    fileTooLarge: 'El archivo es demasiado grande.',
    tooManyParts: 'El formulario tiene demasiadas partes.',
    tooManyFiles: 'El formulario tiene demasiados archivos.',
    tooManyFields: 'El formulario tiene demasiados campos.',
    uploadCut: 'La subida se interrumpió. Envía el archivo de nuevo.',
    invalid: 'La solicitud no es válida.',
    unstorable:
      'El texto contiene un carácter que no se puede guardar (NUL o medio emoji). Quítalo e inténtalo de nuevo.',
    tooDeep: 'La solicitud tiene más de {count, number} niveles de profundidad.',
    unknownPath: 'No hay nada en {method} {path}.',
    invalidField: 'No es válido.',
  },
  fault: {
    database:
      'No se puede acceder a la base de datos ahora. No se perdió nada. Inténtalo de nuevo en un momento.',
    internal:
      'Algo falló de nuestro lado. Inténtalo de nuevo. Si se repite, busca el id de la solicitud en el registro del servidor.',
    leaving: 'Este proceso se está deteniendo. Otro responde.',
    notReady: 'La base de datos no responde.',
    wrongKey:
      'Un token de acceso o PIN guardado se cifró con otra clave ({stored}; actual: {current}). Restaura la ENCRYPTION_KEY o secrets.json anterior y reinicia, o conecta la cuenta de nuevo.',
    tooManyUploads:
      'Demasiadas subidas a la vez. Inténtalo de nuevo en {minutes, plural, one {# minuto} other {# minutos}}.',
    factorNeeded: 'Esta instalación pide a todos la verificación en dos pasos. Actívala primero.',
    tooManyStreamsHere:
      'Hay demasiadas páginas en vivo abiertas desde tu red. Esta página funciona sin actualización en vivo.',
    tooManyStreams:
      'Tienes {count, number} páginas en vivo abiertas. Cierra algunas. Esta página funciona sin actualización en vivo.',
  },
}
