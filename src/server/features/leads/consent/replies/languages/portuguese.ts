import { list, type ReplyLanguage } from './reply-language.ts'

export const portuguese: ReplyLanguage = {
  code: 'pt',
  alone: list`
    desativar notificacoes, dispenso propaganda, sair, parar, pare, parem, para com isso, pare com isso, pare de enviar, pare de mandar, descadastrar,
    descadastro, descadastre, descadastrem, desinscrever, desinscrever se, cancelar, cancela, cancele,
    cancelem, cancelar inscricao, cancelar assinatura, nao enviar, nao enviar mais, nao quero mais,
    nao quero, remover, remova, removam, me remova, me remove, me tira, me tire, me tirem, excluir, exclua,
    me exclua, chega, basta, quero sair, desistir, parar promocoes, interromper promocoes,
    cancelar promocoes, encerrar, deletar, apagar, sai fora, bloquear, parar mensagens, nao perturbe,
    desativar, interromper`,
  polite: list`
    mano, cara, pfv, pfvr, plmdds, aff, vlw, gente, moço, moca,
    por favor, pfv, pf, pfvr, favor, obrigado, obrigada, obg, ola, oi, bom dia, boa tarde, boa noite, agora,
    ja, quero, gostaria de, desejo, queria, eu, me, gentileza, por gentileza, tudo, isso, logo, solicito,
    meu deus`,
  sets: {
    no: list`nao, n, nunca, nem, ja nao`,
    send: list`mand*, envi*, escrev*, contat*, contact*, perturb*, incomod*, ligue*, chame*, chama, encha, importun*`,
    write: list`escrev*, contat*, contact*, perturb*, incomod*, ligue*, chame*, encha, importun*`,
    mail: list`mand*, envi*`,
    stop: list`
      pare, parem, para, parar, deixe, deixem, deixar, deixa, cesse, cessem, chega, basta, interrompa*,
      suspenda*, parou`,
    sendinf: list`
      mandar, enviar, escrever, perturbar, incomodar, encher, mandarem, enviarem, contatar, spammar,
      me mandar, me enviar, me perturbar, me encher, me incomodar, ligar, chamar`,
    msgs: list`
      mensag*, msg, msgs, msn, sms, propaganda*, promoc*, promos, spam, publicidade, ofertas, anuncio*,
      notificac*, whatsapp*, zap*, nada, informac*, comunicac*, contato*, divulgac*`,
    remove: list`remov*, tir*, retir*, exclu*, apag*, delet*, elimin*, bloque*`,
    mine: list`
      meu numero, o meu numero, meu telefone, meu contato, meus dados, meu celular, esse numero, este numero,
      meu nome, o meu contacto, meu contacto, meu zap, meu whatsapp`,
    list: list`lista*, base, cadastro, grupo, sistema, daqui, dai, disso, contatos`,
    receive: list`receb*`,
  },
  rules: list`
    como ~1 paro de (receber|chegar),
    ^ (parem|chega|stop|pare) (por favor|ja|nao|estou|gente|com isso|de mensagem),
    {no} me ~1 {write}, {no} me ~1 {mail} ~3 {msgs}, {no} me ~1 {mail} (mais|nada|isso|$),
    {no} {send} ~2 {msgs}, {no} {send} mais, parar de receber, {no} me ~1 {mail} por favor $, {no} {send} $,
    {no} (quero|desejo|gostaria|queria|autorizo|aceito) ~3 {receive}, {no} (quero|desejo|preciso) ~2 {msgs},
    {no} quero mais, sem mais {msgs}, {stop} de ~1 {sendinf}, {stop} ~2 {msgs}, nada de {msgs},
    {remove} ~2 {mine}, me (tir*|remov*|retir*|exclu*|delet*|apag*) ~3 {list}, {remove} me ~3 {list},
    me (tir*|remov*|exclu*|delet*) $, (quero|gostaria de|desejo|queria) ~1 sair (da|do|dessa|desse|$),
    descadastr*, desinscr*, me descadastr*, cancel* ~2 (inscricao|assinatura|cadastro|subscricao|envio),
    cancel* ~1 {msgs}, quero ~1 sair $, sair (da|do|dessa|deste) ~1 (lista|grupo|cadastro|promoc*),
    deixar de receber, me deix* em paz, nao perturb*, nao ~1 incomod*, revog* ~2 consentimento,
    retir* ~2 consentimento, {no} tenho interesse ~3 (pare*|remov*|tir*|exclu*|nao),
    {no} ~1 {msgs} (por favor|pfv|$), chega de, stop ~1 {msgs}, dar baixa ~2 (cadastro|numero|lista),
    parem com, cancel* ~2 (recebimento*|envio*|mensagens), {no} (autorizo|autorizei|dei) ~5 {mine},
    (desativar|desativem|desative|desativa|silenciar) ~2 {msgs}, {msgs} para $, (tire|tira|tirem|retire) ~1 (meu nome|meu contato) ~3, me (tira|tire|tirem|retire|retira) (por favor|pfv|daqui|dai|disso|$)`,
  unless: list`
    (de onde|como|onde) ~1 (tir*|peg*|consegu*) ~2 (numero|contato|telefone|zap),
    nao me (mandaram|enviaram|mandou|enviou|chegou|escreveram|ligaram|avisaram),
    nao (recebi|recebemos|estou recebendo|chegou) ~9 $,
    cancel* ~2 (pedido|compra|reserva|consulta|agendamento|corrida), parou de, (vai|quando) parar,
    nao (pare*|remov*|tire*|exclu*|cancele*),
    nao (manda|mande|envie|mandem) ~3 (hoje|amanha|ainda|agora) ~9 $, sair (com|de casa|para),
    nao (enviam|mandam) para, para de`,
  doubtful: list`
    bloqueado, n quero, n obrigado, n valeu, nao valeu, n vlw, nao quero, to de boa,
    cancela pra mim, cancela para mim, que mensagens sao essas, pra que serve isso, nao entendo essas mensagens,
    o que e isso, que isso, voces de novo, de novo, de novo voces, que chatos, chatos, muito chatos, que chato, que inferno,
    nao obrigado, nao obrigada, obrigado nao, agora nao, depois, deixa pra la, deixa para la, esquece, esqueca, quem passou meu numero, quem te passou meu numero, quem deu meu numero, como conseguiram meu numero, como conseguiu meu numero, de onde tiraram meu numero, onde conseguiram meu numero, por que estao me mandando isso, nao precisa, dispenso, deixa, para, nao tenho interesse, sem interesse, fim, sai, nao obrigado pare, tira, stop, nao me interessa, cala a boca, calem a boca, cala boca, silencio, some daqui, sumam, some, vaza, vazem, denunciado, denunciei, reportado`,
  subscribe: list`
    inscrever, inscrever me, me inscrever, quero receber, quero receber mensagens, quero me inscrever,
    me inscreva, assinar`,
  start: list`comecar, iniciar, voltar, ativar, retomar`,
}
