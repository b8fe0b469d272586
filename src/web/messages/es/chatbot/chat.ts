export const chat = {
  title: 'Chatbot',
  active: 'El chatbot responde aquí: {flow}',
  activeRule: 'El chatbot responde aquí.',
  paused: 'El chatbot está en pausa hasta que cierres la conversación.',
  pausedUntil: 'El chatbot está en pausa hasta {time}.',
  pause: 'Pausar',
  pauseFor: '{choice, select, hour {Una hora} day {Un día} other {Hasta cerrar la conversación}}',
  resume: 'Dejar responder al bot',
  pausedDone: 'Chatbot en pausa.',
  resumed: 'El chatbot responde de nuevo.',
  reason:
    '{reason, select, no_next_step {Pasada a ti: no seguía nada en el flujo.} invalid_answer {Pasada a ti: sus respuestas no servían.} window_closed {Pasada a ti: 24 horas sin mensajes.} message_unknown {Pasada a ti: no se sabe si la pregunta llegó.} message_failed {Pasada a ti: la pregunta no se entregó.} missing_variable {Pasada a ti: faltaba una variable.} template_failed {Pasada a ti: no se pudo enviar la plantilla.} http_failed {Pasada a ti: la dirección no respondió.} wait_failed {Pasada a ti: la espera terminó y el flujo no siguió.} file_failed {Pasada a ti: no se pudo enviar el archivo.} ai_unknown {Pasada a ti: la IA no lo sabía.} ai_failed {Pasada a ti: la IA no respondió.} flow_not_published {Pasada a ti: el siguiente flujo no está publicado.} too_many_messages {Detenido: 20 mensajes sin respuesta.} same_message {Detenido: el mismo mensaje tres veces.} automatic_sender {Detenido: responde otra máquina.} too_many_steps {Detenido: el flujo daba vueltas.} other {El chatbot te pasó la conversación.}}',
}
