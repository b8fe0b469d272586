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
  lede: 'El bot responde solo. Tú decides cuándo empieza.',
  week: 'El bot respondió <b>{answered, number}</b> de {messages, plural, one {# mensaje} other {# mensajes}} en 7 días. {handedOver, plural, =0 {} one {<b>#</b> persona pasó a tu equipo.} other {<b>#</b> personas pasaron a tu equipo.}}',
  newFlow: 'Nuevo flujo',
  addRule: 'Añadir regla',
  notSaved: 'No se guardó. Inténtalo de nuevo.',
  kind: '{kind, select, start {Empieza cuando} text {Enviar texto} media {Enviar un archivo} buttons {Enviar botones} list {Enviar una lista} template {Enviar una plantilla} question {Hacer una pregunta} condition {Condición} tag {Etiqueta} field {Rellenar un campo} assign {Asignar} note {Añadir una nota} flow {Iniciar un flujo} wait {Esperar} http {Llamar a una dirección} ai {Respuesta de IA} hand_over {Pasar a una persona} other {Fin}}',
  part: '{part, select, name {Nombre} kind {Tipo} text {Texto} media {Tipo de archivo} file_id {Archivo subido} link {Dirección del archivo} caption {Pie} file_name {Nombre del archivo} timeout_minutes {Tiempo para responder} buttons {Botones} button {Botón que abre la lista} rows {Filas} variable {Variable} template {Plantilla} language {Idioma} parameters {Variables de la plantilla} answer {Tipo de respuesta} choices {Respuestas} repeat_text {Si la respuesta no vale} min {Mínimo} max {Máximo} of {Qué decide} change {Qué hacer} tag {Etiqueta} field {Campo} value {Valor} user_id {Asignar a} flow_id {Flujo} minutes {Tiempo} method {Método} url {Dirección} headers {Cabeceras} body {Qué se envía} outputs {Qué guardar} question {Pregunta} other {{part}}}',
  problem:
    '{code, select, no_start {Conecta el inicio con el primer paso.} same_id {Dos pasos tienen el mismo id. Elimina uno.} unknown_step {"{way}" lleva a un paso que ya no existe. Elige otro.} unknown_port {Un camino no pertenece a nada. Conéctalo otra vez.} dead_end {"{way}" no lleva a nada. Elige qué sigue.} unreachable {Sin conexión. Ningún paso lleva aquí.} endless {Da vueltas sin fin. Añade una pregunta o una espera.} missing_variable {"{variable}" no se conoce aquí en todos los caminos. Pregúntalo antes.} text_missing {Escribe un texto.} text_too_long {El texto es muy largo. WhatsApp admite {most, number} caracteres.} no_buttons {Añade un botón.} too_many_buttons {WhatsApp admite {most, number} botones como máximo.} no_rows {Añade una fila.} too_many_rows {WhatsApp admite {most, number} filas como máximo.} title_missing {Escribe un título para cada opción.} title_too_long {Un título tiene {most, number} caracteres como máximo.} description_too_long {Una descripción tiene {most, number} caracteres como máximo.} same_title {Dos opciones tienen el mismo título. Cambia una.} no_choices {Escribe al menos dos respuestas.} range {El valor mínimo supera al máximo. Cambia uno.} address {Escribe una dirección que empiece por https://.} file_missing {Elige un archivo o escribe una dirección que empiece por https://.} not_json {No es JSON válido. Revisa comas y comillas.} template_missing {WhatsApp no tiene esta plantilla. Elige otra.} template_not_sendable {{reason}} template_variables {Esta plantilla tiene {count, plural, one {# variable} other {# variables}}. Elígela de nuevo y complétala.} secret_missing {Escribe el secreto de la cabecera {header}.} secret_elsewhere {Escribe de nuevo el secreto de la cabecera {header}: la dirección ha cambiado.} ai_off {Las respuestas de IA están apagadas. Enciéndelas en su pestaña.} other {Falta algo. Completa este paso.}}',
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
