import type { Translated } from '#contract/messages/shape.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  required: 'Este campo é obrigatório.',
  kind: 'Deve ser {kind, select, string {texto} number {um número} int {um número inteiro} boolean {true ou false} array {uma lista} object {um objeto} date {uma data} record {um objeto} other {de outro tipo}}.',
  oneOf: 'Deve ser um destes valores: {values}.',
  invalid: 'Não é válido.',
  unknownKeys: 'Estes campos não são conhecidos: {names}.',
  minCharacters: 'Use pelo menos {count, plural, one {# caractere} other {# caracteres}}.',
  maxCharacters: 'Use no máximo {count, plural, one {# caractere} other {# caracteres}}.',
  chooseMin: 'Escolha pelo menos {count, plural, =1 {um} other {#}}.',
  chooseMax: 'Aceita no máximo {count, number} de uma vez.',
  min: 'Deve ser {count, number} ou mais.',
  max: 'Deve ser {count, number} ou menos.',
  named: '{field}: {sentence}',
  instant: 'Escreva a hora com a diferença em relação ao UTC, por exemplo 2026-11-24T09:00:00+05:30.',
  timeZone: 'Fuso horário desconhecido. Use um nome como Asia/Kolkata.',
  keyName: 'Dê um nome à chave.',
  keyScopes: 'Escolha pelo menos uma permissão.',
  hookEvents: 'Escolha pelo menos um evento.',
  hookUrl: 'Informe um endereço.',
  site: 'Digite o endereço de um site, por exemplo https://loja.example.',
  page: 'Digite o endereço de uma página, por exemplo https://shop.example/privacy.',
  timeOrder: 'Ordene por newest ou oldest.',
  erasedPerson: 'Pessoa apagada',
  headerValue: 'Este valor tem letras que não podem ser enviadas. Use letras sem acento, números e sinais.',
  httpsAddress: 'Digite um endereço que comece com https://.',
}
