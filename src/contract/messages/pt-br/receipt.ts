import type { Translated } from '#contract/messages/shape.ts'
import type { receipt as english } from '../en/receipt.ts'

export const receipt: Translated<typeof english> = {
  title: 'Comprovante de uma adesão',
  titleOut: 'Comprovante de um descadastro',
  titleNone: 'Comprovante de um consentimento removido',
  business: 'Empresa',
  number: 'Número',
  when: 'Quando',
  phone: 'Telefone',
  askedName: 'Nome informado',
  email: 'E-mail',
  outcome: 'Resultado',
  outcomeText:
    '{outcome, select, opted_in {Concordou} waiting {Já se descadastrou. A pessoa precisa enviar START para você.} asked {Pedimos a confirmação no WhatsApp} unasked {Sem pergunta: não foi possível enviar} none {Consentimento removido} other {Descadastrou-se}}',
  way: 'Como chegou',
  wayText:
    '{way, select, link {Link} qr {Código QR} button {Botão no WhatsApp} message {Mensagem no WhatsApp} widget {Site} reply {Mensagem da pessoa} whatsapp {Configurações do WhatsApp} refused {Informado pelo WhatsApp} team {Registrado pela sua equipe} import {Informado em uma importação} api {Informado por um programa} number {O número mudou} withdrawal {Descadastro} other {Outro}}',
  recordedBy: 'Registrado por',
  details: 'Detalhes',
  atPage: 'Página',
  theirMessage: 'O que a pessoa escreveu',
  form: 'Formulário',
  version: 'Versão {version, number}',
  network: 'Rede',
  browser: 'Navegador',
  wamid: 'Mensagem do WhatsApp',
  shown: 'O que a página mostrou',
  hash: 'SHA-256 do texto',
  hashOf:
    'O SHA-256 exato do texto acima, em UTF-8, com as linhas unidas por uma quebra de linha. O JSON também contém esse texto.',
  textNotKnown: 'Não se sabe qual texto esta pessoa viu.',
  textNotKnownWhy:
    'Ela escreveu por um link, uma palavra-chave ou um cartaz antigo. Eles não dizem qual texto estava ao lado.',
}
