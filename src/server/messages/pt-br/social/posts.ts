import type { Translated } from '#contract/messages/shape.ts'
import type { posts as english } from '../../en/social/posts.ts'

export const posts: Translated<typeof english> = {
  published: 'Post publicado!',
  publishing: 'Sua publicação está a caminho. O histórico mostra quando ela sai.',
  notAllPublished:
    '{count, plural, one {# publicação não foi publicada. O histórico diz por quê.} other {# publicações não foram publicadas. O histórico diz por quê.}}',
  scheduled: 'Post agendado!',
  updated: 'Post atualizado com sucesso.',
  deleted: 'Post excluído com sucesso.',
  restored: 'Publicação restaurada. Ela sai no horário marcado.',
  notDeleted: 'Esta publicação não foi excluída. Recarregue a página.',
  restoreOver: 'O horário desta publicação já passou. Crie outra.',
  notFound: 'Post não encontrado',
  required: 'Preencha todos os campos obrigatórios.',
  allRequired: 'Todos os campos são obrigatórios.',
  duplicate: 'O mesmo texto ou arquivo vai para {accounts} em menos de 24 horas. Publicar de novo?',
  beingPublished: 'Esta publicação está sendo publicada agora. Não pode mais ser alterada.',
  notScheduled: 'Esta publicação não está mais agendada. Veja o histórico.',
  changedMeanwhile: 'Esta publicação mudou nesse meio-tempo. Recarregue-a e tente de novo.',
  otherPlatform: 'Uma publicação agendada fica na rede dela. Crie outra para uma rede diferente.',
  otherKind:
    'O arquivo neste endereço é {kind, select, image {uma imagem, não um vídeo} other {um vídeo, não uma imagem}}.',
  cursor: 'Esta página da lista não existe. Volte à primeira.',
  calendarRange: 'Peça um período de até {limit, number} dias.',
  queueEmpty: 'A fila não tem horários para esta conta. Adicione alguns primeiro.',
  queueFull: 'A fila desta conta está cheia por um ano. Escolha um horário.',
  status:
    '{status, select, scheduled {Agendada} publishing {Publicando} posted {Publicada} failed {Falhou} unknown {Desconhecida} awaiting_owner {Espera por você} cancelled {Cancelada} other {{status}}}',
  problems: {
    reconnect: 'Conecte {account} de novo antes de publicar nela.',
    accountTwice: '{account} foi escolhida duas vezes.',
    format:
      '{network} não oferece aqui {format, select, text {publicações sem arquivo} image {imagens avulsas} carousel {publicações com vários arquivos} video {vídeos} reel {reels} story {stories} short {shorts} other {este formato}}.',
    fileNeeded: '{network} precisa de uma imagem ou um vídeo para esta publicação.',
    videoNeeded: '{network} precisa de um vídeo para esta publicação.',
    noVideo: '{network} não aceita vídeos neste tipo de publicação.',
    noImage: '{network} não aceita imagens neste tipo de publicação.',
    fewFiles: '{network} precisa de pelo menos {limit, number} arquivos para esta publicação.',
    manyFiles:
      '{limit, plural, =0 {{network} não aceita arquivos em uma publicação de texto.} other {{network} aceita até {limit, number} nesta publicação. Você escolheu {found, number}.}}',
    fileGone: '{file} não está mais salvo. Envie-o de novo.',
    textTooLong:
      '{network} aceita até {limit, number} {unit, select, bytes {bytes} other {caracteres}}. Este texto tem {found, number}.',
    commentTooLong:
      'Um primeiro comentário no {network} tem até {limit, number} caracteres. Este tem {found, number}.',
    titleTooLong: 'Um título no {network} tem até {limit, number} caracteres. Este tem {found, number}.',
    tagsTooLong:
      'As tags no {network} têm até {limit, number} caracteres no total. Estas têm {found, number}.',
    manyHashtags: '{network} aceita até {limit, number} hashtags. Este texto tem {found, number}.',
    manyMentions: '{network} aceita até {limit, number} menções. Este texto tem {found, number}.',
    refusedCharacter: "{network} não aceita '<' nem '>' aqui. Remova-os.",
    titleMissing: '{network} precisa de um título. Escreva um.',
    noFirstComment: '{network} não aceita um primeiro comentário aqui. Remova-o.',
    link: 'Escreva um link que comece com http:// ou https://.',
    past: 'Este horário já passou. Escolha um posterior.',
    tooFar: 'Escolha um horário nos próximos {limit, number} dias.',
    skippedTime: 'Lá o relógio pula {time} por causa do horário de verão. Escolha outro.',
    noZone: 'Fuso horário desconhecido. Use um nome como Asia/Kolkata.',
    date: 'Escreva a data como 2026-11-24.',
    time: 'Escreva o horário como 09:30.',
    unknownAccount: 'Nenhuma conta conectada se chama {account}.',
    manyAccounts: 'Várias contas se chamam {account}. Escreva antes a rede: Facebook: {account}.',
    duplicate: 'O mesmo texto ou arquivo vai para {account} em menos de 24 horas.',
  },
  export: {
    time: 'Horário',
    posted: 'Publicada',
    network: 'Rede',
    account: 'Conta',
    status: 'Status',
    caption: 'Legenda',
    link: 'Link',
    firstComment: 'Primeiro comentário',
    reason: 'Motivo',
    address: 'Endereço',
  },
}
