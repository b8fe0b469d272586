export const way = {
  untitled: 'Sin título',
  timeout: 'Sin respuesta en {time}',
  next: '{kind, select, question {Respuesta} template {Enviada} http {Correcto} ai {Respondida} other {Después}}',
  other:
    '{port, select, yes {Sí} no {No} invalid {Respuesta no válida} failed {Falló} unknown {No lo sabe} other {{kind, select, buttons {Otra cosa} list {Otra cosa} other {Después}}}}',
}
