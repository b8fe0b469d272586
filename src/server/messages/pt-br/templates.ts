import type { Translated } from '#contract/messages/shape.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translated<typeof english> = {
  submission: {
    waiting: 'Aguardando uma conta',
    sending: 'Sendo enviado',
    failed: 'Não enviado',
    submitted: 'Enviado',
  },
  waitsForAccount: 'Ele vai para análise do WhatsApp assim que uma conta for conectada.',
  providerSays: '{reason} O WhatsApp diz: {details}',
  warning: {
    detected: 'O WhatsApp diz que o texto corresponde a {to}, não a {from}.',
  },
  problem: {
    notApproved: '“{name}” ainda não foi aprovado. {why}',
    deleted: '“{name}” foi excluído no WhatsApp. Escolha outro modelo.',
    status: '“{name}” não pode ser enviado agora. {why}',
    part: 'Você não pode enviar “{name}” daqui: ele tem {part, select, product {um produto único} other {um cabeçalho {part}}}. Escolha outro modelo.',
    headerFile: 'Falta aqui o arquivo do cabeçalho de “{name}”. Abra o modelo e envie-o.',
    cardFile: 'Falta aqui um arquivo dos cartões de “{name}”. Abra o modelo e envie-o.',
    noTarget: 'Adicione o endereço ao qual o botão “{button}” de “{name}” leva. Abra o modelo e salve-o.',
  },
  edit: {
    notSubmitted: 'Ainda não está no WhatsApp. Ao salvar, vai para análise.',
    free: 'Ao salvar, vai para análise de novo. Você pode fazer isso quantas vezes quiser.',
    inReview: 'O WhatsApp está analisando. Você pode alterá-lo depois da análise, em geral em minutos.',
    locked: 'O WhatsApp não permite alterá-lo agora. Status: {status}.',
    monthUsed:
      'Você o alterou {limit, plural, one {# vez} other {# vezes}} em 30 dias. O WhatsApp não permite mais.',
    dayUsed: 'Você o alterou nas últimas 24 horas. O WhatsApp permite uma alteração por dia.',
    allowed:
      'O WhatsApp analisa cada alteração e até lá você não pode enviá-lo. Uma alteração por dia, {limit, number} em 30 dias. {left, plural, one {Resta # alteração} other {Restam # alterações}}.',
    refused: '{why} Próxima alteração: {time}.',
    notConnected: 'A conta do WhatsApp deste modelo não está conectada. Conecte-a para alterar o modelo.',
    changedMeanwhile: 'Este modelo foi alterado ao mesmo tempo. Carregue-o de novo.',
    foreignParts:
      'Você não pode editar aqui todas as partes deste modelo. Altere-o no Gerenciador do WhatsApp.',
    otpType:
      'Você não pode mudar um modelo para códigos de uso único nem o contrário. Adicione um modelo novo.',
    categoryFixed: 'O WhatsApp não permite mudar a categoria de um modelo aprovado. Adicione um modelo novo.',
    variablesFixed:
      'Este modelo usa {format, select, NAMED {nomes} other {números}}, como {example}, e o WhatsApp não permite mudar isso. Mantenha-os ou adicione um modelo novo.',
    headerFile: 'O WhatsApp precisa do arquivo do cabeçalho em cada alteração. Envie-o aqui.',
    cardFiles: 'O WhatsApp precisa dos arquivos de todos os cartões em cada alteração. Envie-os aqui.',
  },
  add: {
    required: 'O título e o conteúdo são obrigatórios',
    requiredMeta: 'O nome e o corpo do modelo são obrigatórios.',
    titleLong:
      'O título tem {count, plural, one {# caractere} other {# caracteres}}. O limite é {limit, number}.',
    unknownPredefined: 'Nenhum modelo predefinido tem este nome e idioma. Escolha um da lista.',
    nameUsed: 'Já existe um modelo {name} neste idioma. Escolha outro nome ou edite esse modelo.',
    nameRace: 'Um modelo com este nome foi adicionado ao mesmo tempo. Tente de novo.',
    publicUrl:
      'Primeiro defina PUBLIC_URL como um endereço público. As pessoas não conseguiriam abrir os links.',
    sameText:
      '“{title}” tem o mesmo texto e o WhatsApp rejeita um segundo modelo igual. Mude algumas palavras.',
    done: 'Modelo adicionado',
    submitted: 'Modelo enviado.',
    saved: 'Modelo salvo. Ele vai para análise do WhatsApp assim que uma conta for conectada.',
    putOff: '“{title}” foi salvo. {why}',
  },
  submit: {
    retried: '{why} Ele é enviado de novo automaticamente.',
    running: 'Este modelo está sendo enviado. Tente de novo em um minuto.',
    already: 'Este modelo já está no WhatsApp. Altere-o para enviá-lo de novo para análise.',
  },
  changed: 'Modelo atualizado',
  removed: 'Modelo excluído',
  removeNotConnected:
    'A conta do WhatsApp deste modelo não pode ser usada agora. Conecte-a de novo para excluir o modelo.',
  pricesSaved: 'Preços salvos',
  unpause: {
    notPaused: 'Este modelo não está pausado.',
    notConnected: 'A conta do WhatsApp deste modelo não está conectada. Conecte-a e tente de novo.',
    refused:
      'O WhatsApp ainda não reativa este modelo. Uma pausa por baixa qualidade termina automaticamente.',
    done: 'O modelo está ativo de novo.',
  },
  list: {
    cursor: 'Este cursor não é válido. Comece pela primeira página.',
    notConnected: 'Conecte uma conta do WhatsApp para ver aqui os modelos dela.',
    syncFailed: 'A última sincronização com o WhatsApp falhou. {why}',
  },
  file: {
    wrongKind:
      'Este arquivo não é {kind, select, IMAGE {uma imagem} VIDEO {um vídeo} GIF {um MP4 de até 3,5 MB} other {um PDF}}. Envie outro arquivo.',
    notFound: 'O arquivo do cabeçalho não foi encontrado. Envie-o de novo.',
    choose: 'Escolha um arquivo.',
    otherType: 'O WhatsApp não aceita este tipo de arquivo no cabeçalho. Ele aceita: {accepted}.',
    tooLarge: 'O arquivo é grande demais. O WhatsApp aceita {accepted}.',
    missing: 'O arquivo do cabeçalho não está neste servidor. Abra o modelo e envie-o de novo.',
  },
  variable: {
    address: 'o endereço de “{button}”',
    products: 'os produtos de “{button}”',
    code: 'o código para copiar',
    place:
      '{part, select, latitude {a latitude do lugar} longitude {a longitude do lugar} name {o nome do lugar} other {o endereço do lugar}}',
    offerEnds: 'quando a oferta termina',
    onCard: '{variable} no cartão {number, number}',
    addressOnCard: 'o endereço de “{button}” no cartão {number, number}',
    otp: 'o código',
  },
  value: {
    productsMany: 'O WhatsApp mostra no máximo {products, number} produtos em {sections, number} seções.',
    offerEnds: 'Informe quando a oferta termina, com data, hora e fuso horário, como {sample}.',
    offerPast: 'A oferta já terminou. Escolha um horário posterior.',
    products: 'Informe os identificadores dos produtos do catálogo.',
  },
  stop: {
    inReviewAsk: 'Aguardando o WhatsApp analisar a nova versão. Depois, retome a campanha.',
    inReview: 'Aguardando o WhatsApp analisar a nova versão. Depois a campanha continua automaticamente.',
    cannotSend: 'O modelo “{name}” não pode ser enviado. {why}',
    deleted: 'Ele foi excluído no WhatsApp.',
    category:
      'O WhatsApp mudou o modelo “{name}” de {from} para {to}. As mensagens podem custar mais. Retome se concordar ou envie outro modelo.',
  },
  event: {
    unknown: 'O modelo ainda não é conhecido aqui. A lista está sendo sincronizada.',
    quality: 'A qualidade de “{name}” é {quality}.',
    text: 'O texto de “{name}” mudou. Ele está sendo lido de novo.',
    older: 'Mais antigo que o status conhecido de “{name}”. Nada mudou.',
    status: '“{name}”: {status}.',
    statusReading: '“{name}”: {status}. O texto está sendo lido de novo.',
    rejected: '“{name}”: {status}. {why}',
    detected: '“{name}”: {why}',
    categoryReading: 'A categoria de “{name}” muda. Ele está sendo lido de novo.',
    categorySoon: '“{name}” vai mudar para {category}.',
    category: '“{name}” agora é {category}.',
  },
  withWarning: '{reason} {warning}',
}
