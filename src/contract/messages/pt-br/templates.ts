import type { Translated } from '#contract/messages/shape.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translated<typeof english> = {
  input: {
    header: 'Informe o cabeçalho como texto, ou como um formato com um arquivo.',
    button: 'Um botão deve ser QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, CATALOG ou MPM.',
    currency: 'Informe a moeda com três letras maiúsculas, como BRL.',
  },
  files: {
    IMAGE: 'JPEG ou PNG, até {limit} MB',
    VIDEO: 'MP4, até {limit} MB',
    GIF: 'MP4 em repetição, até {limit} MB',
    DOCUMENT: 'PDF, até {limit} MB',
  },
  rules: {
    tooLong:
      '{part, select, name {O nome} header {O cabeçalho} footer {O rodapé} message {A mensagem} offerMessage {A mensagem ao lado de uma oferta} offer {A oferta} card {O texto do cartão} button {O texto do botão} address {O endereço} phone {O número de telefone} other {O código}} tem {count, plural, one {# caractere} other {# caracteres}}. O WhatsApp permite {limit, number}.',
    nameMissing: 'Dê um nome ao modelo.',
    nameCharacters:
      'No nome, use apenas letras minúsculas de a a z, números e sublinhados, como oferta_natal.',
    languageUnknown: 'O WhatsApp não tem modelos em "{language}". Escolha um idioma da lista.',
    headerFile:
      'Adicione {kind, select, IMAGE {uma imagem} VIDEO {um vídeo} GIF {um MP4 em repetição} other {um PDF}} para o cabeçalho. Os analistas do WhatsApp precisam ver.',
    headerEmpty: 'Escreva o cabeçalho, ou escolha Nenhum.',
    headerLines: 'Escreva o cabeçalho em uma única linha.',
    headerEmoji: 'Emojis não são permitidos no cabeçalho. Use-os no texto.',
    headerFormatting: 'O cabeçalho não aceita formatação. Remova *, _, ~ e `.',
    headerVariables: 'O cabeçalho só pode ter uma variável.',
    bodyEmpty: 'Escreva a mensagem.',
    bodyEmptyLines: 'Deixe no máximo uma linha vazia entre parágrafos.',
    bodySpaces: 'Remova tabulações e mais de quatro espaços seguidos.',
    variableFirst: 'A mensagem não pode começar com {variable}. Coloque uma palavra antes, como "Olá".',
    variableLast: 'A mensagem não pode terminar com {variable}. Adicione texto depois.',
    variablesAdjacent: 'Coloque palavras entre {first} e {second}. Duas variáveis não podem ficar juntas.',
    variablesMany:
      'Escreva mais texto: {count, plural, one {# variável precisa} other {# variáveis precisam}} de pelo menos {needed, number} outras palavras. Você tem {words, number}.',
    variableOpen:
      'Falta fechar uma variável {place, select, header {no cabeçalho} other {na mensagem}}. Escreva {numbered} ou {named}.',
    variableEmpty: '{variable} não tem nome. Escreva {numbered} ou {named}.',
    variableName: 'O WhatsApp não aceita {variable}. Use minúsculas e sublinhados, como {better}.',
    variableGap:
      'Numere as variáveis a partir de {first} sem pular. Falta {missing} {place, select, header {no cabeçalho} other {na mensagem}}.',
    variablesMixed: 'Use só números ({numbered}) ou só nomes ({named}) em todas as variáveis.',
    sampleMissing: 'Dê um exemplo para {variable}. Os analistas do WhatsApp leem a mensagem com ele.',
    footerVariables: 'O rodapé não pode ter variáveis.',
    footerLines: 'Escreva o rodapé em uma única linha.',
    footerEmoji: 'Emojis não são permitidos no rodapé. Use-os no texto.',
    otpHeader: 'Um modelo de código de uso único não pode ter cabeçalho.',
    otpFooter: 'O WhatsApp escreve o rodapé de um código de uso único. Informe quando o código expira.',
    otpButtons: 'Um modelo de código de uso único tem um só botão: copiar o código.',
    otpMinutes: 'Um código pode expirar após 1 a 90 minutos.',
    gifCategory: 'Um cabeçalho GIF precisa da categoria MARKETING.',
    productsCategory: 'Um botão de produtos precisa da categoria MARKETING.',
    productsAlone: 'Um botão de produtos deve ser o único. Remova os outros.',
    coordinate:
      'A {name, select, latitude {latitude} other {longitude}} deve ser um número de -{most, number} a {most, number}, como {sample}.',
    offerCategory: 'Uma oferta por tempo limitado precisa da categoria MARKETING.',
    offerText: 'Escreva a oferta, como Termina hoje.',
    offerFooter: 'Uma oferta por tempo limitado não pode ter rodapé.',
    offerHeader: 'O cabeçalho de uma oferta deve ser uma imagem ou um vídeo.',
    offerButtons: 'Uma oferta precisa de dois botões nesta ordem: copiar um código e abrir um site.',
    cardsCategory: 'Um carrossel precisa da categoria MARKETING.',
    cardsAlone: 'Um carrossel só tem texto e cartões. Remova o cabeçalho, o rodapé, os botões e a oferta.',
    cardsCount: 'Um carrossel precisa de {least, number} a {most, number} cartões.',
    cardsDiffer:
      'Todos os cartões precisam das mesmas partes: o mesmo tipo de arquivo, com ou sem texto, os mesmos botões.',
    cardHeader: 'Um cartão deve começar com uma imagem ou um vídeo.',
    cardFile: 'Adicione o arquivo deste cartão.',
    cardSample: 'Dê um exemplo para {variable}. Os analistas do WhatsApp leem o cartão com ele.',
    cardButtons: 'Um cartão precisa de 1 ou 2 botões.',
    cardButtonKind: 'Um cartão só pode ter respostas rápidas, botões de site e de ligação.',
    buttonsMany: 'Um modelo pode ter no máximo {limit, number} botões. Você tem {count, number}.',
    buttonsUrls: 'No máximo dois botões podem abrir um site.',
    buttonsPhones: 'Só um botão pode ligar para um número de telefone.',
    buttonsCodes: 'Só um botão pode copiar um código.',
    buttonsGrouped: 'Mantenha as respostas rápidas juntas, antes ou depois dos outros botões.',
    buttonsAlike: 'Dois botões dizem "{text}". Dê a cada botão um texto próprio.',
    buttonMissing: 'Escreva o texto do botão.',
    buttonVariable: 'O texto do botão não pode ter uma variável.',
    buttonLines: 'Escreva o texto do botão em uma única linha.',
    buttonEmoji: 'Emojis não são permitidos nos botões.',
    urlMissing: 'Informe o endereço que o botão abre.',
    urlFormat: 'Informe um endereço de site que comece com https://, como https://example.com/loja.',
    urlWhatsApp: 'Um botão não pode abrir uma conversa do WhatsApp. Use uma resposta rápida.',
    urlVariableOpen: 'Falta fechar a variável do endereço. Escreva {variable} no final.',
    urlVariablePlace: 'O endereço pode ter uma só variável, {variable}, no final.',
    urlSampleMissing: 'Informe um endereço de exemplo completo, como {sample}.',
    urlVariableSite:
      'Coloque uma / depois do site e antes de {variable}, como https://shop.example/{variable}.',
    urlSampleOther: 'O exemplo deve começar com {start} e continuar depois.',
    phoneMissing: 'Informe o número de telefone para o qual o botão liga.',
    phoneFormat: 'Informe o número de telefone com o código do país, como +5511987654321.',
    codeMissing: 'Informe um código de exemplo, como DESCONTO20.',
    codeFormat: 'Use letras e números no código, sem espaços nem variáveis.',
  },
  status: {
    APPROVED: {
      label: 'Aprovado',
      sentence: 'O WhatsApp aprovou. Você pode enviá-lo.',
    },
    PENDING: {
      label: 'Em análise',
      sentence: 'O WhatsApp está analisando. Isso leva minutos, no máximo um dia.',
    },
    REJECTED: {
      label: 'Rejeitado',
      sentence: 'O WhatsApp não aprovou.',
    },
    PAUSED: {
      label: 'Pausado',
      sentence:
        'O WhatsApp pausou porque pessoas bloquearam ou denunciaram. A primeira pausa dura 3 horas e a segunda 6. Depois da terceira, o WhatsApp desativa o modelo.',
    },
    DISABLED: {
      label: 'Desativado',
      sentence: 'O WhatsApp desativou para sempre. Crie um modelo novo com outro texto.',
    },
    IN_APPEAL: {
      label: 'Em contestação',
      sentence: 'A rejeição foi contestada. O WhatsApp está analisando de novo.',
    },
    PENDING_DELETION: {
      label: 'Sendo excluído',
      sentence: 'O WhatsApp está excluindo.',
    },
    DELETED: {
      label: 'Excluído no WhatsApp',
      sentence: 'Foi excluído no WhatsApp. Se estava aprovado, o nome fica ocupado por 30 dias.',
    },
    LIMIT_EXCEEDED: {
      label: 'Modelos demais',
      sentence: 'Sua conta atingiu o limite de modelos do WhatsApp. Exclua os que você não usa mais.',
    },
    ARCHIVED: {
      label: 'Arquivado',
      sentence:
        'O WhatsApp arquivou porque não era usado. Restaure no Gerenciador do WhatsApp em até 28 dias.',
    },
    FLAGGED: {
      label: 'Sinalizado',
      sentence: 'Pessoas bloquearam ou denunciaram. Se isso continuar, o WhatsApp pausa o modelo.',
    },
    LOCKED: {
      label: 'Bloqueado',
      sentence: 'O WhatsApp bloqueou. Você não pode enviá-lo nem alterá-lo.',
    },
  },
  unknownStatus: 'O WhatsApp informa o status "{status}". Confira no Gerenciador do WhatsApp.',
  rejection: {
    ABUSIVE_CONTENT: {
      reason: 'O WhatsApp encontrou texto ofensivo ou ameaçador.',
      advice: 'Use um texto amigável, sem pressão, insultos ou ameaças.',
    },
    INCORRECT_CATEGORY: {
      reason: 'O WhatsApp diz que ele pertence a outra categoria.',
      advice:
        'Escolha MARKETING para qualquer oferta ou convite. TRANSACTIONAL é só para um pedido, uma reserva ou uma solicitação da pessoa.',
    },
    CATEGORY_NOT_AVAILABLE: {
      reason: 'O WhatsApp não tem mais a categoria dele.',
      advice: 'Escolha MARKETING, TRANSACTIONAL ou OTP e envie de novo.',
    },
    INVALID_FORMAT: {
      reason: 'O WhatsApp encontrou um problema no formato.',
      advice:
        'Confira as variáveis e os exemplos, use links completos do seu próprio site e não repita o texto de outro modelo.',
    },
    PROMOTIONAL: {
      reason: 'O WhatsApp diz que é propaganda. Esta categoria não permite propaganda.',
      advice: 'Envie como MARKETING, ou remova todas as ofertas, descontos e convites.',
    },
    SCAM: {
      reason: 'O WhatsApp diz que parece um golpe.',
      advice:
        'Diga claramente quem você é, use links só do seu site e nunca peça senhas ou números de cartão.',
    },
    TAG_CONTENT_MISMATCH: {
      reason: 'O texto não combina com o idioma ou a categoria.',
      advice: 'Confira se o idioma e a categoria estão certos.',
    },
  },
  unknownRejection: {
    reason: 'O WhatsApp dá este motivo: "{reason}".',
    advice: 'Veja os detalhes no Gerenciador do WhatsApp. Mude o texto e salve para enviar de novo.',
  },
}
