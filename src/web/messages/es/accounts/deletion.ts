export const deletion = {
  title: 'Borrar la empresa',
  loading: 'Cargando',
  help: 'Todo lo de esta empresa se borra para siempre {days, plural, one {# día} other {# días}} después de pedirlo. Hasta entonces cualquier miembro puede anularlo.',
  start: 'Borrar la empresa',
  goes: 'Se borran todos los leads, mensajes, campañas, plantillas, publicaciones, chats, imágenes, consentimientos, cuentas de miembros, claves, accesos guardados y el registro de actividad. Las campañas en curso y programadas y las publicaciones programadas se detienen ahora.',
  stays:
    'Lo que queda: la fecha del borrado y el número de filas, sin nombres; que existía un enlace público, para poder decir que ya no está; las copias que hiciste; y lo que guardan Meta y las redes sociales, donde puedes quitar la app.',
  name: 'Para continuar, escribe el nombre: <b>{name}</b>',
  confirm: 'Borrar la empresa',
  asking: 'Pidiendo...',
  planned: '{by} pidió borrar esta empresa. Todo se borra el {time}.',
  operator: 'El operador de esta instalación',
  until: 'Exporta hasta entonces lo que necesites. No se puede iniciar ninguna campaña ni publicar nada.',
  keep: 'Conservar la empresa',
  keeping: 'Conservando...',
  kept: 'La empresa se queda. Reanuda las campañas que deban seguir y decide sobre las publicaciones atrasadas.',
} as const
