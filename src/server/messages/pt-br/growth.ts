import type { Translated } from '#contract/messages/shape.ts'
import type { growth as english } from '../en/growth.ts'

export const growth: Translated<typeof english> = {
  tooManyForms: 'Uma empresa tem no máximo {most, number} formulários. Mude um que você já tem.',
  noField: 'Não há um campo próprio {name}. Tire-o do formulário.',
  cannotAsk:
    'Escolha um modelo de utilidade aprovado, sem variáveis e com um botão de resposta rápida primeiro.',
  keywordTaken: 'Escolha outra palavra: {word} já tem um significado.',
  siteNotAllowed: 'Este site não pode mostrar o formulário. Adicione o endereço aos sites do formulário.',
  poster: {
    scan: 'Escaneie',
    scanText: 'Abra a câmera e aponte para cá.',
    answer: '{way, select, message {Envie} other {Preencha}}',
    answerText:
      '{way, select, message {O WhatsApp abre com “{words}”. Toque em enviar.} other {Digite seu número do WhatsApp e aceite.}}',
    done: 'Pronto',
    doneText: 'Você recebe nossas mensagens. Responda STOP quando quiser.',
    without: 'Sem câmera? {way, select, message {Envie “{words}” para {phone}.} other {Abra {words}.}}',
  },
  page: {
    email: 'E-mail',
    optional: 'opcional',
    needField: 'Preencha este campo.',
    badField: 'Confira o que digitou aqui.',
    yes: 'Sim',
    no: 'Não',
    name: 'Seu nome',
    phone: 'Número do WhatsApp',
    code: 'Código do país',
    langs: 'Idioma',
    thanks: 'Obrigado!',
    thanksText: '{business} recebeu sua resposta.',
    confirmNext: 'Agora {business} pede sua confirmação no WhatsApp. Toque no botão lá.',
    stopped: 'Você parou as mensagens de {business} antes? Então envie START para eles no WhatsApp.',
    closed: 'Este formulário está fechado',
    closedText: '{business} não recebe respostas aqui agora.',
    missing: 'Esta página não existe',
    missingText: 'Confira se você tem o link completo.',
    old: 'Esta página ficou aberta por muito tempo. Confira suas respostas e envie de novo.',
    fast: 'Confira suas respostas e envie de novo.',
    needPhone: 'Digite um número do WhatsApp com o código do país.',
    needConsent: 'Marque a caixa se você concorda.',
    tooMany: 'Há respostas demais agora. Tente de novo em uma hora.',
    work: 'Muitas respostas estão chegando agora. Espere meio minuto e envie de novo.',
    close: 'Fechar',
    failed: 'Sua resposta não chegou. Tente de novo.',
  },
}
