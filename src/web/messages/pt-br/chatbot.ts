import { ai } from './chatbot/ai.ts'
import { builder } from './chatbot/builder.ts'
import { canvas } from './chatbot/canvas.ts'
import { chat } from './chatbot/chat.ts'
import { flows } from './chatbot/flows.ts'
import { form } from './chatbot/form.ts'
import { rules } from './chatbot/rules.ts'
import { settings } from './chatbot/settings.ts'
import { summary } from './chatbot/summary.ts'
import { test } from './chatbot/test.ts'
import { way } from './chatbot/way.ts'

export const chatbot = {
  title: 'Chatbot',
  lede: 'O bot responde sozinho. Você decide quando ele começa.',
  week: 'O bot respondeu <b>{answered, number}</b> de {messages, plural, one {# mensagem} other {# mensagens}} em 7 dias. {handedOver, plural, =0 {} one {<b>#</b> pessoa passou para a sua equipe.} other {<b>#</b> pessoas passaram para a sua equipe.}}',
  newFlow: 'Novo fluxo',
  addRule: 'Adicionar regra',
  notSaved: 'Isto não foi salvo. Tente de novo.',
  kind: '{kind, select, start {Começa quando} text {Enviar texto} media {Enviar um arquivo} buttons {Enviar botões} list {Enviar uma lista} template {Enviar um modelo} question {Fazer uma pergunta} condition {Condição} tag {Etiqueta} field {Preencher um campo} assign {Atribuir} note {Adicionar uma nota} flow {Iniciar um fluxo} wait {Esperar} http {Chamar um endereço} ai {Resposta de IA} hand_over {Passar para uma pessoa} other {Fim}}',
  part: '{part, select, name {Nome} kind {Tipo} text {Texto} media {Tipo de arquivo} file_id {Arquivo enviado} link {Endereço do arquivo} caption {Legenda} file_name {Nome do arquivo} timeout_minutes {Tempo para responder} buttons {Botões} button {Botão que abre a lista} rows {Linhas} variable {Variável} template {Modelo} language {Idioma} parameters {Variáveis do modelo} answer {Tipo de resposta} choices {Respostas} repeat_text {Se a resposta não servir} min {Mínimo} max {Máximo} of {O que decide} change {O que fazer} tag {Etiqueta} field {Campo} value {Valor} user_id {Atribuir a} flow_id {Fluxo} minutes {Tempo} method {Método} url {Endereço} headers {Cabeçalhos} body {O que é enviado} outputs {O que guardar} question {Pergunta} other {{part}}}',
  problem:
    '{code, select, no_start {Ligue o início à primeira etapa.} same_id {Duas etapas têm o mesmo id. Exclua uma.} unknown_step {"{way}" leva a uma etapa que não existe mais. Escolha outra.} unknown_port {Um caminho não pertence a nada. Ligue-o de novo.} dead_end {"{way}" não leva a nada. Escolha o que vem depois.} unreachable {Sem conexão. Nenhuma etapa leva até aqui.} endless {Isto gira sem fim. Adicione uma pergunta ou uma espera.} missing_variable {"{variable}" não é conhecida aqui em todos os caminhos. Pergunte antes.} text_missing {Escreva um texto.} text_too_long {O texto é longo demais. O WhatsApp aceita {most, number} caracteres.} no_buttons {Adicione um botão.} too_many_buttons {O WhatsApp aceita no máximo {most, number} botões.} no_rows {Adicione uma linha.} too_many_rows {O WhatsApp aceita no máximo {most, number} linhas.} title_missing {Escreva um título para cada opção.} title_too_long {Um título tem no máximo {most, number} caracteres.} description_too_long {Uma descrição tem no máximo {most, number} caracteres.} same_title {Duas opções têm o mesmo título. Mude uma.} no_choices {Escreva pelo menos duas respostas.} range {O menor valor está acima do maior. Mude um.} address {Digite um endereço que comece com https://.} file_missing {Escolha um arquivo ou escreva um endereço que comece com https://.} not_json {Isto não é JSON válido. Confira vírgulas e aspas.} template_missing {O WhatsApp não tem este modelo. Escolha outro.} template_not_sendable {{reason}} template_variables {Este modelo tem {count, plural, one {# variável} other {# variáveis}}. Escolha-o de novo e preencha.} secret_missing {Digite o segredo do cabeçalho {header}.} secret_elsewhere {Digite de novo o segredo do cabeçalho {header}: o endereço mudou.} ai_off {As respostas de IA estão desligadas. Ligue-as na aba delas.} other {Falta algo. Preencha esta etapa.}}',
  canvas,
  builder,
  test,
  way,
  summary,
  rules,
  flows,
  ai,
  form,
  chat,
  settings,
}
