import type { Translated } from '#contract/messages/shape.ts'
import type { media as english } from '../../en/social/media.ts'

export const media: Translated<typeof english> = {
  notFound: 'Não encontramos esta imagem ou vídeo. Envie de novo.',
  fileMissing: 'Escolha uma imagem ou um vídeo.',
  wrongType: 'O arquivo deve ser uma imagem ou um vídeo.',
  wrongTypeFound: 'O arquivo deve ser uma imagem ou um vídeo. Este é um arquivo {type}.',
  oldType: 'Não conseguimos ler arquivos {type}. Salve como JPEG, PNG, MP4 ou MOV.',
  imageTooLarge: 'Esta imagem tem mais de {size}. Escolha uma menor.',
  videoTooLarge: 'Este vídeo tem mais de {size}. Escolha um menor.',
  empty: 'Este arquivo está vazio. Escolha outro.',
  imageBroken: 'Esta imagem está danificada ou incompleta. Exporte de novo e envie esse arquivo.',
  imageTooManyPixels:
    'Esta imagem tem {found, number} megapixels. Aceitamos até {limit, number}. Salve uma menor.',
  videoNoHeader: 'Este vídeo não tem cabeçalho e ninguém consegue reproduzir. Exporte de novo.',
  videoTruncated: 'Este vídeo está incompleto. Envie o arquivo inteiro de novo.',
  videoNoTrack: 'Este arquivo tem som, mas não tem imagem. Escolha um vídeo.',
  videoBroken: 'Não conseguimos ler este vídeo. Exporte como MP4 (H.264) e envie esse arquivo.',
  storeFull: 'Não há mais espaço para mídia neste servidor. Avise quem o administra.',
  storeFailed: 'Não conseguimos salvar este arquivo. Tente de novo em alguns minutos.',
  problem: {
    not_offered: '{network} não oferece este formato.',
    wrong_kind: '{network} precisa de {kind, select, image {uma imagem} other {um vídeo}} aqui.',
    wrong_type: '{network} não aceita arquivos {found} aqui. Aceita {limit}.',
    wrong_codec: '{network} não aceita vídeo {found} aqui. Aceita {limit}.',
    too_large: '{network} aceita até {limit} aqui. Este arquivo tem {found}.',
    too_small: '{network} precisa de pelo menos {limit} pixels. Este tem {found}.',
    too_wide: '{network} aceita até {limit} pixels de largura. Este tem {found}.',
    too_many_pixels: '{network} aceita até {limit} megapixels. Esta imagem tem {found}.',
    wrong_ratio: '{network} precisa de uma proporção de {limit}. Esta é {found}. Escolha o que cortar.',
    too_short: '{network} precisa de pelo menos {limit}. Este vídeo dura {found}.',
    too_long: '{network} aceita até {limit}. Este vídeo dura {found}.',
    wrong_frame_rate: '{network} precisa de {limit} quadros por segundo. Este vídeo tem {found}.',
    needs_ffmpeg:
      'Este vídeo precisa ser convertido antes. Instale o ffmpeg no servidor: apt-get install ffmpeg',
    removed: 'Removemos este arquivo porque nenhuma publicação o usava. Envie de novo.',
  },
  link: {
    notListed: 'Esta instalação abre apenas os sites que o operador permite.',
    turnedOff: 'Esta instalação não abre outros sites. O operador definiu OUTSIDE_REQUESTS=off.',
    badAddress: 'Digite um endereço que comece com http:// ou https://.',
    notPublic: 'Este endereço não está na internet pública, por isso não o abrimos.',
    notFound: 'Não encontramos {host}. Confira o endereço.',
    unreachable: '{host} não respondeu. Confira o endereço ou tente de novo.',
    refused: '{host} respondeu com o erro {status, number}. Confira o endereço.',
    tooManyRedirects: '{host} nos manda de página em página. Digite o endereço final.',
    notPage: 'Este endereço não é uma página da web, por isso não há prévia.',
    mediaTooLarge: 'O arquivo deste endereço tem mais de {size}.',
    tooMany:
      'Você abriu endereços demais. Tente de novo em {minutes, plural, one {# minuto} other {# minutos}}.',
  },
}
