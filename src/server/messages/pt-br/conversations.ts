import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  unknownPage: 'Esta página não existe. Volte para a primeira.',
  neverWrote: 'Esta pessoa ainda não escreveu para você. Envie um modelo aprovado.',
  windowClosed: 'A janela de 24 horas para responder fechou. Envie um modelo aprovado.',
  snoozeTime: 'Escolha um horário dentro do próximo ano.',
  noMember: 'Esta pessoa não faz parte da sua equipe.',
  changed: '{count, plural, =0 {Nada mudou.} one {# conversa mudou.} other {# conversas mudaram.}}',
  fileEmpty: 'O arquivo está vazio.',
  fileMissing: 'Escolha um arquivo.',
  fileType:
    'O WhatsApp não pode enviar este tipo de arquivo. Use JPEG, PNG, MP4, MP3, PDF, Word, Excel ou texto.',
  fileTooLarge:
    '{kind, select, image {As fotos} video {Os vídeos} audio {As gravações} other {Os documentos}} têm no máximo {size, number} MB.',
  fileRefused: 'O WhatsApp não aceitou o arquivo: {reason}',
  answeredMeanwhile: '{name} acabou de responder aqui. Leia antes de enviar.',
  undoTooLate: 'A mensagem já saiu. Não é possível desfazer.',
  noConverter:
    'Esta gravação não pode ser enviada deste servidor. Peça ao administrador para instalar o ffmpeg.',
  notPlayable: 'Não é possível tocar esta gravação aqui. Baixe o arquivo.',
  recordingBroken: 'Não foi possível ler a gravação. Grave de novo.',
  recordingEmpty: 'A gravação é curta demais. Grave de novo.',
  mostLabels: 'Uma empresa tem no máximo {most, number} etiquetas. Exclua ou junte algumas antes.',
  mostLabelsEach: 'Uma conversa tem no máximo {most, number} etiquetas. Remova uma antes.',
  mostViews: 'Você pode guardar no máximo {most, number} visões. Exclua uma antes.',
  labelTaken: 'Já existe uma etiqueta “{name}”.',
  viewTaken: 'Já existe uma visão “{name}”.',
  bulkWhich: 'Escolha conversas ou um filtro.',
  filterUnknown: 'Este filtro cita um membro, número ou campanha que você não tem.',
  shortcutTaken: 'Outra resposta rápida tem o atalho /{shortcut}.',
  replyChanged: 'Outra pessoa alterou esta resposta rápida enquanto isso.',
  undoOver: 'Isto não pode mais ser desfeito.',
  file: {
    notOurs: 'Este arquivo não contém ajustes da caixa de entrada. Escolha um criado por "Exportar ajustes".',
    newer: 'Uma versão mais nova do Tidings criou este arquivo. Atualize esta primeiro.',
    entry:
      '{part, select, quick_replies {Respostas rápidas} labels {Etiquetas} fields {Campos próprios} office_hours {Horário de atendimento} views {Visões salvas} settings {Como a caixa responde} other {{part}}}, item {nr}: {problem}',
    entryField:
      '{part, select, quick_replies {Respostas rápidas} labels {Etiquetas} fields {Campos próprios} office_hours {Horário de atendimento} views {Visões salvas} settings {Como a caixa responde} other {{part}}}, item {nr}, "{field}": {problem}',
    part: '{part, select, quick_replies {Respostas rápidas} labels {Etiquetas} fields {Campos próprios} office_hours {Horário de atendimento} views {Visões salvas} settings {Como a caixa responde} other {{part}}}: {problem}',
    twice:
      '{part, select, quick_replies {Respostas rápidas} labels {Etiquetas} fields {Campos próprios} office_hours {Horário de atendimento} views {Visões salvas} settings {Como a caixa responde} other {{part}}}: "{name}" está duas vezes no arquivo. Remova um dos dois.',
    noMember: 'Ninguém da sua equipe tem o e-mail {email}.',
    noNumber: 'O número {number} não está conectado aqui.',
    noCampaign: 'Não há campanha "{name}" aqui.',
    otherKind: 'Já existe um campo com este nome e outro tipo.',
  },
}
