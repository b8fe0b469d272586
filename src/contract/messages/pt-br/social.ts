import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'

export const social: Translated<typeof english> = {
  platform: 'Escolha facebook, instagram, youtube ou linkedin.',
  chooseOne: 'Escolha pelo menos uma conta.',
  localTime: 'Escreva a hora como 09:30.',
  allRequired: 'Todos os campos são obrigatórios.',
  draftMax: 'Este rascunho é longo demais para ser salvo. Encurte-o.',
  /** Why a publication waits, failed or is unknown, by its code. */
  reason: {
    account_disconnected: '{network} está desconectado. Conecte de novo para publicar.',
    access_withdrawn: 'O acesso a esta conta foi retirado no {network}. Conecte de novo para publicar.',
    reconnect: '{network} pede um novo login. Depois disso a publicação sai.',
    network_unreachable: '{network} não responde. Continuamos tentando.',
    rate_limited: '{network} limita os envios. A publicação sai assim que ele permitir.',
    publish_limit: 'Esta conta atingiu o limite diário do {network}. Tentamos a cada meia hora.',
    processing: '{network} está processando a publicação.',
    asking_network: '{network} não respondeu. Estamos verificando se publicou.',
    late: 'Esta publicação está mais de 6 horas atrasada. Publique agora ou cancele.',
    no_permission: '{network} não nos deixou publicar. Conecte a conta de novo e aceite todas as permissões.',
    app_refused:
      '{network} recusou o app desta instalação. Peça ao administrador para verificar as configurações.',
    no_public_address: '{network} busca este arquivo aqui, mas este servidor não tem endereço público.',
    media_missing: 'O arquivo desta publicação foi removido. Adicione de novo.',
    media_not_usable: 'Este arquivo não segue as regras do {network}. Use outro.',
    media_refused: '{network} recusou o arquivo. Use outro.',
    media_not_fetched:
      '{network} não conseguiu baixar o arquivo deste servidor. Verifique o endereço público.',
    text_refused: '{network} recusou o texto. Altere e tente de novo.',
    options_refused: '{network} recusou o título, as tags ou a categoria. Altere e tente de novo.',
    duplicate_refused: '{network} recusou por ser cópia de uma publicação anterior.',
    blocked_as_spam: '{network} bloqueou como spam. Espere um dia antes de publicar de novo.',
    account_restricted: '{network} restringiu esta conta. Abra o {network} e siga as etapas.',
    no_channel: 'Esta conta do Google não tem canal no YouTube. Crie um e conecte de novo.',
    quota_used_up: 'Os envios do app ao YouTube acabaram por hoje. Tente amanhã.',
    upload_limit: 'Este canal atingiu hoje o limite de envios do YouTube. Tente amanhã.',
    processing_failed: '{network} não conseguiu processar o arquivo. Tente de novo ou use outro.',
    format_not_offered: '{network} não aceita este tipo de publicação.',
    refused: '{network} recusou a publicação. A mensagem dele está abaixo.',
    answer_not_understood: '{network} deu uma resposta que não conseguimos ler. Tente mais tarde.',
    gave_up: '{network} não publicou após várias tentativas. Tente de novo.',
    no_answer: '{network} não respondeu e não nos deixa verificar. Confira lá e decida.',
    no_trace: '{network} não respondeu duas vezes e ela não está na lista. Confira lá e decida.',
    several_matches: '{network} tem várias publicações como esta. Confira lá e decida.',
  },
}
