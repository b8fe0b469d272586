export const way = {
  untitled: 'Sem título',
  timeout: 'Sem resposta em {time}',
  next: '{kind, select, question {Resposta} template {Enviado} http {Sucesso} ai {Respondida} other {Depois}}',
  other:
    '{port, select, yes {Sim} no {Não} invalid {Resposta inválida} failed {Falhou} unknown {Não sabe} other {{kind, select, buttons {Outra coisa} list {Outra coisa} other {Depois}}}}',
}
