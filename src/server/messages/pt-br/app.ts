import type { Translated } from '#contract/messages/shape.ts'
import type { app as english } from '../en/app.ts'

export const app: Translated<typeof english> = {
  notFound: {
    passkey: 'Esta chave de acesso não foi encontrada.',
    apiKey: 'Esta chave de API não foi encontrada.',
    conversionSource: 'Esta conexão de loja não foi encontrada.',
    hook: 'Este webhook não foi encontrado.',
    hookDelivery: 'Esta chamada não foi encontrada.',
    segment: 'Este segmento não foi encontrado.',
    optinProof: 'Este comprovante não foi encontrado.',
    optinForm: 'Este formulário não foi encontrado.',
    sequence: 'Esta sequência não foi encontrada.',
    sequencePerson: 'Esta pessoa não está na sequência.',
    member: 'Esta pessoa não está na sua equipe.',
    invitation: 'Este convite não foi encontrado.',
    session: 'Esta sessão já terminou. Recarregue a página.',
    conversation: 'Esta conversa não foi encontrada.',
    flow: 'Este fluxo não foi encontrado.',
    secret: 'Este segredo não foi encontrado. Digite-o de novo.',
    rule: 'Esta regra não foi encontrada.',
    version: 'Esta versão não foi encontrada.',
    field: 'Este campo não foi encontrado.',
    label: 'Esta etiqueta não foi encontrada.',
    view: 'Esta visão não foi encontrada.',
    quickReply: 'Esta resposta rápida não foi encontrada.',
    campaign: 'Esta campanha não foi encontrada.',
    lead: 'Este lead não foi encontrado.',
    template: 'Este modelo não foi encontrado.',
    phoneNumber: 'Este número de telefone não foi encontrado.',
    message: 'Esta mensagem não foi encontrada.',
    draft: 'Este rascunho não foi encontrado.',
    account: 'Esta conta não foi encontrada.',
    whatsappAccount: 'Esta conta do WhatsApp não foi encontrada.',
    webhook: 'Este webhook não foi encontrado.',
    file: 'Este arquivo não foi encontrado.',
    warning: 'Este aviso não foi encontrado.',
    login: 'Este login não foi encontrado.',
    import: 'Esta importação não foi encontrada.',
    change: 'Esta alteração não foi encontrada.',
    templatePicture: 'A imagem deste modelo não foi encontrada.',
    headerFile: 'O arquivo do cabeçalho não foi encontrado.',
    rejectedRows: 'O arquivo de linhas rejeitadas não foi encontrado.',
    post: 'Esta publicação não foi encontrada.',
    signup: 'Não foi encontrado um cadastro concluído desta conta e pessoa.',
  },
  idempotency: {
    badKey: 'A Idempotency-Key deve ter de 1 a {count, number} caracteres ASCII visíveis, sem espaços.',
    reused:
      'Esta Idempotency-Key já foi usada em outra solicitação. Use uma chave nova para cada solicitação nova.',
    underWay:
      'A primeira solicitação com esta Idempotency-Key ainda está em andamento. Tente de novo em alguns segundos.',
    unknown:
      'A primeira solicitação com esta Idempotency-Key foi interrompida e pode ter sido concluída. Verifique e use uma chave nova.',
  },
  input: {
    notJson: 'O corpo da solicitação não é um JSON válido.',
    emptyJson: 'A solicitação está marcada como JSON, mas o corpo está vazio.',
    wrongLength: 'O tamanho do corpo não corresponde ao cabeçalho.',
    bodyTooLarge: 'O corpo da solicitação é grande demais.',
    mediaType: 'Este tipo de conteúdo não é aceito. Envie JSON.',
    badUrl: 'Este endereço não é válido.',
    notFound: 'Não foi encontrado.',
    multipart: 'Envie como multipart/form-data.',
    fileTooLarge: 'O arquivo é grande demais.',
    tooManyParts: 'O formulário tem partes demais.',
    tooManyFiles: 'O formulário tem arquivos demais.',
    tooManyFields: 'O formulário tem campos demais.',
    uploadCut: 'O envio foi interrompido. Envie o arquivo de novo.',
    invalid: 'A solicitação não é válida.',
    unstorable:
      'O texto contém um caractere que não pode ser salvo (NUL ou meio emoji). Remova-o e tente de novo.',
    tooDeep: 'A solicitação tem mais de {count, number} níveis de profundidade.',
    unknownPath: 'Não há nada em {method} {path}.',
    invalidField: 'Não é válido.',
  },
  fault: {
    database: 'O banco de dados está inacessível agora. Nada foi perdido. Tente de novo em instantes.',
    internal:
      'Algo deu errado do nosso lado. Tente de novo. Se acontecer outra vez, procure o id da solicitação no registro do servidor.',
    leaving: 'Este processo está parando. Outro responde.',
    notReady: 'O banco de dados não responde.',
    wrongKey:
      'Um token de acesso ou PIN salvo foi criptografado com outra chave ({stored}; atual: {current}). Restaure a ENCRYPTION_KEY ou o secrets.json antigo e reinicie, ou conecte a conta de novo.',
    tooManyUploads:
      'Envios demais ao mesmo tempo. Tente de novo em {minutes, plural, one {# minuto} other {# minutos}}.',
    factorNeeded: 'Esta instalação exige a verificação em duas etapas de todas as pessoas. Ative-a primeiro.',
    tooManyStreamsHere:
      'Há páginas ao vivo demais abertas na sua rede. Esta página funciona sem atualização ao vivo.',
    tooManyStreams:
      'Você tem {count, number} páginas ao vivo abertas. Feche algumas. Esta página funciona sem atualização ao vivo.',
  },
}
