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
  lede: 'The bot answers by itself. You decide when it starts.',
  week: 'The bot answered <b>{answered, number}</b> of {messages, plural, one {# message} other {# messages}} in 7 days. {handedOver, plural, =0 {} one {<b>#</b> person was handed to your team.} other {<b>#</b> people were handed to your team.}}',
  newFlow: 'New flow',
  addRule: 'Add rule',
  notSaved: 'This was not saved. Try again.',
  kind: '{kind, select, start {Starts when} text {Send text} media {Send a file} buttons {Send buttons} list {Send a list} template {Send a template} question {Ask a question} condition {Condition} tag {Tag} field {Set a field} assign {Assign} note {Add a note} flow {Start a flow} wait {Wait} http {Call an address} ai {AI answer} hand_over {Hand over} other {End}}',
  part: '{part, select, name {Name} kind {Kind} text {Text} media {Kind of file} file_id {Uploaded file} link {Address of the file} caption {Caption} file_name {File name} timeout_minutes {Time to answer} buttons {Buttons} button {Button that opens the list} rows {Rows} variable {Variable} template {Template} language {Language} parameters {Template variables} answer {Kind of answer} choices {Answers} repeat_text {When the answer does not fit} min {Smallest} max {Largest} of {What decides} change {What to do} tag {Tag} field {Field} value {Value} user_id {Assign to} flow_id {Flow} minutes {Time} method {Method} url {Address} headers {Headers} body {What is sent} outputs {What to keep} question {Question} other {{part}}}',
  problem:
    '{code, select, no_start {Connect the start with the first step.} same_id {Two steps have the same id. Delete one.} unknown_step {"{way}" leads to a step that is gone. Choose another.} unknown_port {A way belongs to nothing. Connect it again.} dead_end {"{way}" leads nowhere. Choose what comes next.} unreachable {Not connected. No step leads here.} endless {This goes round without end. Add a question or a wait.} missing_variable {"{variable}" is not known here on every way. Ask for it before.} text_missing {Write a text.} text_too_long {The text is too long. WhatsApp takes {most, number} characters.} no_buttons {Add a button.} too_many_buttons {WhatsApp takes {most, number} buttons at most.} no_rows {Add a row.} too_many_rows {WhatsApp takes {most, number} rows at most.} title_missing {Write a title for each choice.} title_too_long {A title has {most, number} characters at most.} description_too_long {A description has {most, number} characters at most.} same_title {Two choices have the same title. Change one.} no_choices {Write at least two answers.} range {The smallest value is above the largest. Change one.} address {Enter an address that starts with https://.} file_missing {Choose a file, or enter an address that starts with https://.} not_json {This is not valid JSON. Check commas and quotes.} template_missing {WhatsApp does not have this template. Choose another one.} template_not_sendable {{reason}} template_variables {This template has {count, plural, one {# variable} other {# variables}}. Choose it again, then fill it in.} secret_missing {Enter the secret of the header {header}.} secret_elsewhere {Enter the secret of the header {header} again: the address has changed.} ai_off {AI answers are off. Switch them on in the AI answers tab.} other {Something is missing. Fill in this step.}}',
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
} as const
