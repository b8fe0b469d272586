export const chat = {
  title: 'Chatbot',
  active: 'O chatbot responde aqui: {flow}',
  activeRule: 'O chatbot responde aqui.',
  paused: 'O chatbot está em pausa até esta conversa ser fechada.',
  pausedUntil: 'O chatbot está em pausa até {time}.',
  pause: 'Pausar',
  pauseFor: '{choice, select, hour {Por uma hora} day {Por um dia} other {Até fechar a conversa}}',
  resume: 'Deixar o bot responder',
  pausedDone: 'Chatbot em pausa.',
  resumed: 'O chatbot responde de novo.',
  reason:
    '{reason, select, no_next_step {Passada para você: nada vinha depois no fluxo.} invalid_answer {Passada para você: as respostas não serviam.} window_closed {Passada para você: 24 horas sem mensagens.} message_unknown {Passada para você: não se sabe se a pergunta chegou.} message_failed {Passada para você: a pergunta não foi entregue.} missing_variable {Passada para você: faltava uma variável.} template_failed {Passada para você: não foi possível enviar o modelo.} http_failed {Passada para você: o endereço não respondeu.} wait_failed {Passada para você: a espera acabou e o fluxo não continuou.} file_failed {Passada para você: não foi possível enviar o arquivo.} ai_unknown {Passada para você: a IA não sabia.} ai_failed {Passada para você: a IA não respondeu.} flow_not_published {Passada para você: o próximo fluxo não está publicado.} too_many_messages {Parado: 20 mensagens sem resposta.} same_message {Parado: a mesma mensagem três vezes.} automatic_sender {Parado: outra máquina responde.} too_many_steps {Parado: o fluxo dava voltas.} other {O chatbot passou esta conversa para você.}}',
}
