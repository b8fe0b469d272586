import type { ReplyLanguage } from './reply-language.ts'

const english: ReplyLanguage = {
  code: 'en',
  alone: [
    ...['stop', 'stop it', 'stop this', 'stop that', 'stop all', 'stopall', 'stop everything', 'stoped', 'stopp'],
    ...['stop messages', 'stop promotions', 'stop promo', 'stop promos', 'stop marketing', 'stop ads', 'stop spam'],
    ...['unsubscribe', 'unsub', 'unsubscribed', 'unreg', 'unregister', 'opt out', 'optout', 'opted out'],
    ...['cancel', 'cancel it', 'cancel all', 'revoke', 'end', 'quit', 'remove', 'remove me', 'remove it', 'delete me'],
    ...['no more', 'enough', 'stfu', 'fuck off', 'go away', 'get lost', 'leave me', 'block', 'stop sms', 'stop msg'],
    ...['cease', 'cease and desist', 'discontinue', 'spam', 'do not disturb', 'dnd', 'dnd activate', 'not interested stop'],
  ],
  polite: [
    ...['please', 'pls', 'plz', 'plse', 'kindly', 'now', 'immediately', 'asap', 'today', 'right', 'just', 'ok', 'okay'],
    ...['thanks', 'thank', 'you', 'thx', 'ty', 'hi', 'hello', 'hey', 'dear', 'sir', 'madam', 'mam', 'maam', 'bro', 'guys'],
    ...['team', 'already', 'at once', 'forever', 'man', 'well', 'so', 'yes', 'i said', 'i want to', 'i want', 'sorry'],
    ...['would like to', 'id like to', 'i d like to', 'good morning', 'can you', 'could you', 'abeg', 'oga', 'i wish to'],
  ],
  sets: {
    stop: ['stop', 'stops', 'cease', 'quit', 'discontinue', 'end', 'stopp', 'halt', 'no more', 'stop all'],
    dont: ['dont', 'do not', 'never', 'don t', 'do nt', 'donot', 'stop to', 'please no', 'not', 'no need to', 'should not'],
    send: ['send', 'sent', 'sending', 'sends', 'forward', 'forwarding'],
    contact: [
      ...['message', 'messaging', 'messages', 'msg', 'msging', 'text', 'texting', 'contact', 'contacting', 'call', 'calling'],
      ...['write', 'write to', 'writing', 'writing to', 'whatsapp', 'disturb', 'disturbing', 'bother', 'bothering', 'spam', 'spamming'],
      ...['harass', 'harassing', 'annoy', 'annoying', 'ping', 'pinging', 'email', 'emailing', 'sms'],
    ],
    me: ['me', 'us', 'my number', 'this number', 'my phone', 'my whatsapp', 'my mobile', 'this phone', 'here'],
    msgs: [
      ...['message', 'messages', 'msg', 'msgs', 'mesages', 'massage', 'massages', 'messege', 'messeges', 'texts', 'text'],
      ...['sms', 'promotion*', 'promo', 'promos', 'promotional', 'ads', 'adverts', 'advert*', 'spam', 'spams', 'marketing'],
      ...['offers', 'updates', 'notifications', 'newsletter*', 'broadcast*', 'communication*', 'whatsapp*', 'mails', 'campaigns', 'alerts'],
    ],
    again: ['again', 'anymore', 'any more', 'any longer', 'ever', 'ever again', 'further'],
    remove: ['remove', 'delete', 'erase', 'take', 'drop', 'exclude', 'strike', 'wipe', 'clear', 'get rid of', 'removing', 'unlist'],
    mine: ['me', 'my number', 'my phone', 'my contact', 'my name', 'my no', 'my data', 'my details', 'my info*', 'my mobile', 'my cell', 'this number', 'my whatsapp', 'us', 'my phone number', 'my contacts'],
    list: ['list', 'lists', 'database', 'group', 'broadcast', 'subscription*', 'mailing', 'contacts', 'system', 'records'],
    want: ['want', 'wanna', 'wish', 'need', 'like', 'require', 'care'],
    receive: ['receive', 'recieve', 'get', 'hear', 'see', 'be contacted', 'be messaged', 'getting', 'receiving', 'be on', 'be part', 'be disturbed'],
  },
  rules: [
    ...['{stop} ~3 {msgs}', '{stop} ~1 {contact} ~2 {me}', '{stop} ~1 {contact} $', '{stop} ~1 {contact} {again}', '{stop} ~2 {send}'],
    ...['{stop} dey send', 'stop {me}', 'stop stop', '^ stop all', '{stop} my subscription', 'stop service', '{stop} ~1 {contact} people'],
    ...['{dont} {contact} {me}', '{dont} {contact} $', '{dont} ~1 {contact} {again}', '{dont} {contact} ~2 {again}'],
    ...['{dont} {send} ~4 {msgs}', '{dont} {send} me', '{dont} {send} $', '{dont} {send} ~2 {again}', '{dont} ~1 {send} ~3 {again}'],
    ...['never {contact} {me}', 'no more ~1 {msgs}', 'no {msgs} $', 'no {msgs} please', 'no ~1 {msgs} {again}'],
    ...['unsub*', 'unsuscrib*', 'unsuscib*', 'opt ~1 out', 'optout', 'opting out', 'unreg', 'un subscribe'],
    ...['{remove} {mine} $', '{remove} {mine} ~1 from', '{remove} {mine} ~1 off', '{remove} ~2 {mine} ~3 {list}', '{remove} {mine} please'],
    ...['remove my (number|contact|name|phone|data|details|mobile)', 'delete my (number|contact|name|phone|data|details|mobile|info*)', '{remove} this number', 'lose my number', 'forget my number', '{remove} {mine} (now|immediately|thanks|asap)'],
    ...['number remove it', '^ remove me', 'off ~1 your ~1 list', 'off ~1 this ~1 list', 'off the ~1 list $'],
    ...['{dont} {want} ~3 {msgs}', '{dont} {want} ~1 to {receive}', '{dont} {want} ~4 {receive} ~3 {msgs}', 'no longer ~3 {msgs}', 'no longer ~2 {receive}'],
    ...['{dont} wish to', 'no longer (wish|want|interested)', 'not (wish|want) to ~1 {receive} ~3 {msgs}', 'leave (me|us) alone', 'let me alone'],
    ...['cancel ~2 subscription*', 'cancel ~2 {msgs}', 'end ~1 subscription*', 'stop ~1 subscription*', '(withdraw|revoke|cancel|retract) ~1 (consent|permission)'],
    ...['block ~1 (me|my number|my phone)', 'report ~2 (you|this|it) ~3 spam', 'not interested ~2 (stop|remove)', 'stop bothering', 'stop disturbing', 'stop spamming', 'stop contacting', 'take me off', 'take my (number|name) off', 'dont want this anymore', 'stop am', 'no dey send'],
    ...['wrong (number|person) ~2 (stop|remove|delete)', '(exclude|deregister|unlist) me', 'stop {contact} this', 'turn off ~2 {msgs}', 'disable ~2 {msgs}', 'no marketing', 'no promo*', 'no spam', 'no ads', 'dnd'],
    ...['(thanks|thank you|interested|sorry|no) stop $', '^ (please|pls|hi|hello|no|hey) stop $', 'stop (please|pls|plz|now|thanks|immediately|today) $', '(said|repeat|again) stop', 'get me out', 'i report ~3 spam', 'stop this'],
  ],
  unless: [
    ...['(dont|do not|never|cant|cannot|wont|please dont|pls dont) (stop|remove|unsub*|cancel|quit|delete|block|end)', '(bus|full|non|pit|one|last|next|first|metro|train) stop*', 'stop (over|at|near|loss|light|watch|working|gap)'],
    ...['(why|when|did|have|has|had|if) ~3 (stop|stopped|stops|remove|unsub*) ~9 $', 'not (receive|received|get|got|getting|receiving)', '(cancel|remove|delete|end) (my|the|this|that|our) (order|booking|appointment|reservation|table|item|delivery|payment|ticket)', 'dont remove me'],
    ...['not ~1 (message|text|msg) ~2 (received|delivered|working)', 'dont ~1 send ~2 (today|tomorrow|yet|now) ~9 (tomorrow|later|send)', 'opt out of ~2 (insurance|delivery|warranty)', 'forget to (send|message|text|call)', 'take my (number|name) (and|down)', 'unsub* by mistake', 'end ~1 (of|date|time)', 'no (message|text|sms) (received|yet|came|code)', 'do not ~1 (message|send|call) (him|her|them)'],
  ],
  doubtful: ['stop', 'unwanted', 'stoppp', 'dont text', 'no messages', 'not interested', 'annoying', 'who gave you my number', 'how did you get my number', 'no more offers', 'dont want', 'halt', 'pause', 'mute', 'stop*'],
  subscribe: ['unstop', 'subscribe', 'resubscribe', 'opt in', 'optin', 'opt me in', 'subscribe me', 'subscribe again', 'i want messages again', 'send me messages again'],
  start: ['start', 'resume', 'start again', 'begin', 'restart', 'join', 'yes start'],
}

const spanish: ReplyLanguage = {
  code: 'es',
  alone: [
    ...['baja', 'parar', 'pare', 'paren', 'alto', 'basta', 'basta ya', 'salir', 'salirme', 'darme de baja', 'dar de baja', 'dame de baja', 'deme de baja', 'denme de baja', 'baja definitiva'],
    ...['cancelar', 'cancela', 'cancelen', 'cancelar suscripcion', 'no mas', 'ya no mas', 'no enviar', 'desuscribir', 'desuscribirme', 'desuscribirse', 'desuscribeme', 'desinscribir', 'anular suscripcion'],
    ...['detener', 'detengan', 'deten', 'detenganse', 'eliminar', 'eliminame', 'eliminenme', 'borrar', 'borrame', 'borrenme', 'quitar', 'quitame', 'quitenme', 'dejen de molestar', 'no molestar', 'no molesten', 'no moleste', 'no molestes', 'fuera', 'remover', 'remuevanme', 'terminar', 'retirar', 'no enviar mas', 'parar promociones', 'detener promociones', 'no recibir promociones', 'desactivar'],
  ],
  polite: ['por favor', 'porfavor', 'porfa', 'xfa', 'favor', 'gracias', 'muchas', 'hola', 'buenas', 'buenos dias', 'buenas tardes', 'ya', 'ahora', 'quiero', 'quisiera', 'deseo', 'solicito', 'necesito', 'inmediatamente', 'senores', 'de una vez', 'me quiero', 'le pido', 'la', 'el', 'mi', 'todo', 'esto'],
  sets: {
    no: ['no', 'ya no', 'nunca', 'tampoco'],
    send: ['envi*', 'mand*', 'escrib*', 'contact*', 'moleste*', 'llame*', 'llamen', 'llames', 'spamee*', 'escriban', 'enviar*', 'mandar*', 'manda', 'envia'],
    write: ['escrib*', 'contact*', 'molest*', 'llame*', 'spamee*', 'acos*'],
    mail: ['envi*', 'mand*'],
    sendme: ['enviarme', 'mandarme', 'escribirme', 'molestarme', 'contactarme', 'llamarme', 'molestar', 'escribir', 'enviar', 'mandar', 'enviando', 'mandando', 'mandarnos', 'enviarnos', 'spamear', 'joder', 'acosarme'],
    stop: ['deje', 'dejen', 'deja', 'dejad', 'pare', 'paren', 'para', 'basta', 'cesen', 'cese', 'detengan', 'detener', 'parar', 'dejar', 'dejes', 'parad', 'suspendan', 'suspender', 'suspenda'],
    msgs: ['mensaj*', 'msj', 'msjs', 'mjs', 'sms', 'publicidad', 'promocion*', 'promos', 'ofertas', 'informacion', 'propaganda', 'spam', 'correos', 'notificacion*', 'whatsapp*', 'anuncios', 'comunicacion*', 'nada', 'wasap*', 'texto', 'textos'],
    remove: ['elimin*', 'borr*', 'quit*', 'remuev*', 'saqu*', 'saca', 'sacame', 'sacar', 'sacarme', 'sacadme', 'retir*', 'suprim*'],
    mine: ['mi numero', 'mi telefono', 'mi contacto', 'mis datos', 'mi celular', 'este numero', 'mi movil', 'mi nombre', 'mi whatsapp'],
    list: ['lista*', 'base', 'base de datos', 'grupo', 'registros', 'difusion'],
    more: ['mas', 'nunca mas', 'jamas'],
  },
  rules: [
    ...['{no} (me|nos) ~1 {write}', '{no} (me|nos) ~1 {mail} ~3 {msgs}', '{no} (me|nos) ~1 {mail} (mas|nada|esto|eso|$)', '{no} (me|nos) ~1 {mail} por favor $', '{no} quiero que ~1 (me|nos) {send}', '{no} {send} ~2 {msgs}', '{no} {send} {more}', '{no} {send} $', '{no} vuelv* a ~1 {sendme}', '{no} me ~1 {send} {more}', 'elimin* ~1 (suscripcion|subscripcion)'],
    ...['{stop} de ~1 {sendme}', '{stop} ~3 {msgs}', 'no ~1 {more} {msgs}', '(basta|ya) de {msgs}', '{no} (quiero|deseo|quisiera|queremos|autorizo|me interesa) ~2 (recib*|recivir) ~4', '{no} (quiero|deseo|necesito|queremos) ~1 {more} ~1 {msgs}', '{no} (quiero|deseo|necesito) ~2 {msgs}'],
    ...['de baja', 'darme baja', 'la baja $', '^ baja', '{remove} ~1 {mine}', '(eliminenme|eliminame|borrenme|borrame|quitenme|quitame|saquenme|sacame|sacarme|quitarme|borrarme|eliminarme|remuevanme) ~1 ~2 {list}', '(saquenme|sacame|sacarme|quitenme|borrenme|eliminenme) $', '{remove} ~3 {list} $'],
    ...['desuscri*', 'desinscri*', 'cancel* ~2 (suscripcion|subscripcion)', 'anul* ~2 (suscripcion|subscripcion)', '(quiero|deseo|quisiera|me quiero) salir $', 'salirme de', 'salir (de|del) ~1 (lista|grupo|promociones|aqui|esto)', 'no molest*', 'dejen* en paz', 'dejenme en paz', 'dejame en paz', '{no} me interesa ~3 (no|deje*|pare*|elimin*|borr*)'],
    ...['(retiro|revoco|retirar|revocar) ~1 mi consentimiento', '(retiro|revoco|retirar|revocar) consentimiento', '{no} recib* ~2 {msgs} $', 'dejar de recibir', 'no quiero mas', 'no (mas|mss) {msgs}', 'cancelar ~1 {msgs}', 'stop ~1 {msgs}', 'sin ~1 publicidad', 'bloque* ~1 mi numero', '^ alto'],
  ],
  unless: ['no me (llego|llegan|ha llegado|han llegado|enviaron|mandaron|envio|mando|escribieron|contactaron|han ~1)', 'planta baja', 'no envia* a', '(da|dan|daria|bajan) de baja los', 'dan de baja los', 'temporada baja', 'alto y', 'no (he recibido|recibi|recibo) ~9 $', 'cancel* ~2 (pedido|cita|reserva|orden|compra|turno)', 'no me (envien|manden|mande|envie) ~3 (hoy|manana|todavia) ~9 $', 'no (deje*|pare*|elimin*|borr*)', 'mas baja', 'presion baja', 'talla baja', 'no dejen de (enviar*|mandar*|escribir*)'],
  doubtful: ['para', 'no me interesa', 'no interesado', 'fin', 'parale', 'callense', 'silencio', 'no quiero', 'no quiero nada', 'stop'],
  subscribe: ['suscribir', 'suscribirme', 'suscribeme', 'darme de alta', 'quiero recibir mensajes', 'quiero suscribirme', 'suscribirse'],
  start: ['alta', 'iniciar', 'empezar', 'comenzar', 'reanudar', 'activar'],
}

const portuguese: ReplyLanguage = {
  code: 'pt',
  alone: [
    ...['sair', 'parar', 'pare', 'parem', 'para com isso', 'pare com isso', 'pare de enviar', 'pare de mandar', 'descadastrar', 'descadastro', 'descadastre', 'descadastrem', 'desinscrever', 'desinscrever se', 'cancelar', 'cancela', 'cancele', 'cancelem', 'cancelar inscricao', 'cancelar assinatura'],
    ...['nao enviar', 'nao enviar mais', 'nao quero mais', 'nao quero', 'remover', 'remova', 'removam', 'me remova', 'me remove', 'me tira', 'me tire', 'me tirem', 'excluir', 'exclua', 'me exclua', 'chega', 'basta', 'quero sair', 'desistir', 'parar promocoes', 'interromper promocoes', 'cancelar promocoes', 'encerrar', 'deletar', 'apagar', 'sai fora', 'bloquear', 'parar mensagens', 'nao perturbe', 'desativar', 'interromper'],
  ],
  polite: ['por favor', 'pfv', 'pf', 'pfvr', 'favor', 'obrigado', 'obrigada', 'obg', 'ola', 'oi', 'bom dia', 'boa tarde', 'boa noite', 'agora', 'ja', 'quero', 'gostaria de', 'desejo', 'queria', 'eu', 'me', 'gentileza', 'por gentileza', 'tudo', 'isso', 'logo', 'solicito', 'meu deus'],
  sets: {
    no: ['nao', 'n', 'nunca', 'nem', 'ja nao'],
    send: ['mand*', 'envi*', 'escrev*', 'contat*', 'contact*', 'perturb*', 'incomod*', 'ligue*', 'chame*', 'chama', 'encha', 'importun*'],
    write: ['escrev*', 'contat*', 'contact*', 'perturb*', 'incomod*', 'ligue*', 'chame*', 'encha', 'importun*'],
    mail: ['mand*', 'envi*'],
    stop: ['pare', 'parem', 'para', 'parar', 'deixe', 'deixem', 'deixar', 'deixa', 'cesse', 'cessem', 'chega', 'basta', 'interrompa*', 'suspenda*', 'parou'],
    sendinf: ['mandar', 'enviar', 'escrever', 'perturbar', 'incomodar', 'encher', 'mandarem', 'enviarem', 'contatar', 'spammar', 'me mandar', 'me enviar', 'me perturbar', 'me encher', 'me incomodar', 'ligar', 'chamar'],
    msgs: ['mensag*', 'msg', 'msgs', 'msn', 'sms', 'propaganda*', 'promoc*', 'promos', 'spam', 'publicidade', 'ofertas', 'anuncio*', 'notificac*', 'whatsapp*', 'zap*', 'nada', 'informac*', 'comunicac*', 'contato*', 'divulgac*'],
    remove: ['remov*', 'tir*', 'retir*', 'exclu*', 'apag*', 'delet*', 'elimin*', 'bloque*'],
    mine: ['meu numero', 'o meu numero', 'meu telefone', 'meu contato', 'meus dados', 'meu celular', 'esse numero', 'este numero', 'meu nome', 'o meu contacto', 'meu contacto', 'meu zap', 'meu whatsapp'],
    list: ['lista*', 'base', 'cadastro', 'grupo', 'sistema', 'daqui', 'dai', 'disso', 'contatos'],
    receive: ['receb*'],
  },
  rules: [
    ...['{no} me ~1 {write}', '{no} me ~1 {mail} ~3 {msgs}', '{no} me ~1 {mail} (mais|nada|isso|$)', '{no} {send} ~2 {msgs}', '{no} {send} mais', 'parar de receber', '{no} me ~1 {mail} por favor $', '{no} {send} $', '{no} (quero|desejo|gostaria|queria|autorizo|aceito) ~3 {receive}', '{no} (quero|desejo|preciso) ~2 {msgs}', '{no} quero mais', 'sem mais {msgs}'],
    ...['{stop} de ~1 {sendinf}', '{stop} ~2 {msgs}', 'nada de {msgs}', '{remove} ~2 {mine}', 'me (tir*|remov*|retir*|exclu*|delet*|apag*) ~3 {list}', '{remove} me ~3 {list}', 'me (tir*|remov*|exclu*|delet*) $', '(quero|gostaria de|desejo|queria) ~1 sair (da|do|dessa|desse|$)'],
    ...['descadastr*', 'desinscr*', 'me descadastr*', 'cancel* ~2 (inscricao|assinatura|cadastro|subscricao|envio)', 'cancel* ~1 {msgs}', 'quero ~1 sair $', 'sair (da|do|dessa|deste) ~1 (lista|grupo|cadastro|promoc*)', 'deixar de receber', 'me deix* em paz', 'nao perturb*', 'nao ~1 incomod*', 'revog* ~2 consentimento', 'retir* ~2 consentimento', '{no} tenho interesse ~3 (pare*|remov*|tir*|exclu*|nao)', '{no} ~1 {msgs} (por favor|pfv|$)', 'chega de', 'stop ~1 {msgs}', 'dar baixa ~2 (cadastro|numero|lista)', 'parem com'],
  ],
  unless: ['nao me (mandaram|enviaram|mandou|enviou|chegou|escreveram|ligaram|avisaram)', 'nao (recebi|recebemos|estou recebendo|chegou) ~9 $', 'cancel* ~2 (pedido|compra|reserva|consulta|agendamento|corrida)', 'parou de', '(vai|quando) parar', 'nao (pare*|remov*|tire*|exclu*|cancele*)', 'nao (manda|mande|envie|mandem) ~3 (hoje|amanha|ainda|agora) ~9 $', 'sair (com|de casa|para)', 'nao (enviam|mandam) para', 'para de'],
  doubtful: ['para', 'nao tenho interesse', 'sem interesse', 'fim', 'sai', 'nao obrigado pare', 'tira', 'stop', 'nao me interessa'],
  subscribe: ['inscrever', 'inscrever me', 'me inscrever', 'quero receber', 'quero receber mensagens', 'quero me inscrever', 'me inscreva', 'assinar'],
  start: ['comecar', 'iniciar', 'voltar', 'ativar', 'retomar'],
}

const french: ReplyLanguage = {
  code: 'fr',
  alone: [
    ...['arret', 'arreter', 'arretez', 'arrete', 'stop', 'stop pub', 'stop sms', 'stop a la pub', 'desabonner', 'desabonnement', 'desabonne', 'desabonnez moi', 'me desabonner', 'se desabonner', 'desinscription', 'desinscrire', 'se desinscrire', 'me desinscrire', 'desinscrivez moi', 'plus de messages', 'plus de message', 'plus de pub', 'resilier', 'resiliation'],
    ...['annuler', 'supprimer', 'supprimez', 'supprimez moi', 'retirez moi', 'enlevez moi', 'effacez moi', 'cessez', 'ca suffit', 'assez', 'foutez moi la paix', 'laissez moi tranquille', 'arreter les promotions', 'pas de pub', 'pas de publicite', 'degagez', 'quitter', 'bloquer', 'opposition', 'je m oppose', 'me retirer', 'fin des messages', 'stop promotions'],
  ],
  polite: ['s il vous plait', 's il te plait', 'svp', 'stp', 'merci', 'de', 'bonjour', 'bonsoir', 'salut', 'veuillez', 'je veux', 'je voudrais', 'je souhaite', 'je desire', 'maintenant', 'tout de suite', 'immediatement', 'ca', 'cela', 'tout', 'd avance', 'beaucoup', 'moi', 'me', 'prie', 'je vous'],
  sets: {
    send: ['envoy*', 'ecri*', 'contact*', 'derang*', 'harcel*', 'appel*', 'embet*', 'solicit*', 'sollicit*', 'relanc*', 'spamm*', 'ecrire'],
    write: ['ecri*', 'contact*', 'derang*', 'harcel*', 'appel*', 'embet*', 'sollicit*'],
    stop: ['arret*', 'cess*', 'stop*', 'finissez', 'stoppez', 'mettez fin', 'suspend*'],
    msgs: ['message*', 'msg', 'msgs', 'sms', 'pub', 'pubs', 'publicit*', 'promo*', 'spam*', 'offres', 'texto*', 'notification*', 'mails', 'newsletter*', 'whatsapp', 'rien', 'sollicitation*', 'communication*', 'courrier*'],
    remove: ['supprim*', 'retir*', 'enlev*', 'effac*', 'efface', 'ray*', 'otez', 'desinscri*'],
    mine: ['mon numero', 'mon contact', 'mes coordonnees', 'mes donnees', 'mon nom', 'mon telephone', 'ce numero', 'mon mobile', 'mon portable'],
    list: ['liste*', 'base', 'fichier*', 'groupe', 'diffusion', 'repertoire'],
    plus: ['plus', 'pas', 'plus jamais', 'jamais'],
  },
  rules: [
    ...['{stop} ~2 {send} ~1', '{stop} ~2 {msgs}', '{stop} de m ~2', '{stop} de me ~2', 'n ~2 {send} (plus|jamais)', 'ne ~3 {send} (plus|jamais)', 'ne (m|me|nous) ~1 {write} {plus}', 'n ~1 {send} (plus|pas) ~2 {msgs}', 'ne ~2 {send} pas ~2 {msgs}', 'n ~2 {send} pas $', 'ne ~2 plus ~1 recevoir', 'ne (plus|pas) ~1 (recevoir|etre contact*|{write})', 'ne plus ~1 {send}', 'plus recevoir'],
    ...['ne ~1 (veux|souhaite|desire|voudrais|voulons) plus', 'n (veux|souhaite) plus', '(veux|souhaite) plus ~2 {msgs}', '(veux|souhaite) plus ~1 (recevoir|etre)', '(veux|souhaite) pas ~2 (recevoir|{msgs})', '(plus|aucun*|pas) (de|d) {msgs}', 'plus ~1 {msgs} (svp|stp|merci|$)', 'plus rien', 'aucun ~1 {msgs}'],
    ...['desabon*', 'desinscri*', 'me desabon*', '{remove} ~2 {mine}', '{remove} moi ~3 {list}', '{remove} moi $', '(retir*|enlev*|supprim*|ray*) moi (de|des|du|svp|stp)', 'me (retirer|enlever|supprimer|rayer) ~3 {list}', 'me retirer', 'laiss* moi tranquille', 'fich* moi la paix', 'resili* ~2 (abonnement|inscription)', 'annul* ~2 (abonnement|inscription)', 'retir* mon consentement', '(interesse|interessee) ~2 (stop|arret*|desabon*|supprim*|retir*)',  'revoqu* ~2 consentement', 'arret* (ca|tout)', 'stop ~1 {msgs}', 'mettre fin ~3 {msgs}', 'laisse moi tranquille'],
  ],
  unless: ['arret (de|du) (bus|tram|metro|train|car)', 'l arret', 'n ai pas ~1 recu ~9 $', 'ne ~1 recois ~9 $', 'pas (recu|recue)', 'pas encore', 'annul* ~2 (commande|rendez|reservation|rdv)', 'supprim* ~2 (article|commande|ligne|produit)', 'n ~2 arret* ~1', 's arret*', 'ne ~1 arretez pas', 'n (ai|avez|est) plus de ~9', 'plus d (info*|offres)', 'envoy* moi plus', 'ne ~2 (envoy*|livr*) pas ~2 (aujourd|demain|a|en|au)', 'pourquoi ~9 $', '(plus|pas) de (pain|stock|place*|sauce)'],
  doubtful: ['pas interesse', 'pas interessee', 'fin', 'halte', 'stop*', 'ne m interesse pas', 'non merci stop'],
  subscribe: ['s abonner', 'abonner', 'm abonner', 'je m abonne', 'abonnez moi', 'je veux recevoir', 'reabonner', 'me reabonner'],
  start: ['reprendre', 'commencer', 'demarrer', 'debut', 'activer', 'inscription'],
}

const german: ReplyLanguage = {
  code: 'de',
  alone: [
    ...['stopp', 'stop', 'abmelden', 'abmeldung', 'abbestellen', 'abbestellung', 'austragen', 'keine nachrichten', 'keine nachrichten mehr', 'aufhoren', 'aufhoeren', 'hort auf', 'horen sie auf', 'hor auf', 'kundigen', 'kuendigen', 'kundigung', 'abo kundigen', 'loschen', 'loeschen', 'abo beenden', 'beenden', 'ende', 'schluss', 'schluss damit', 'genug', 'raus', 'entfernen', 'sperren', 'blockieren', 'widerruf', 'widerrufen'],
    ...['nicht mehr schreiben', 'nicht mehr', 'werbung stoppen', 'keine werbung', 'keine werbung mehr', 'werbeaktionen stoppen', 'abgemeldet', 'melden sie mich ab', 'meldet mich ab', 'lasst mich in ruhe', 'lass mich in ruhe', 'verpiss dich', 'verpisst euch', 'nichts mehr schicken', 'nichts mehr senden', 'stornieren sie alles', 'newsletter abbestellen', 'ich widerspreche', 'widerspruch', 'abonnement beenden', 'nein stopp'],
  ],
  polite: ['bitte', 'bitte sofort', 'danke', 'vielen dank', 'dank', 'hallo', 'guten tag', 'guten morgen', 'hi', 'jetzt', 'sofort', 'umgehend', 'mich', 'ich mochte', 'ich moechte', 'ich will', 'mal', 'endlich', 'mochte', 'wir mochten', 'uns', 'hiermit', 'alles', 'das'],
  sets: {
    none: ['kein', 'keine', 'keinen', 'keinerlei', 'nie wieder', 'nix', 'nichts', 'niemals'],
    msgs: ['nachricht*', 'sms', 'werbung', 'werbe*', 'spam', 'mails', 'angebot*', 'newsletter*', 'whatsapp*', 'info*', 'mitteilung*', 'messages', 'post', 'zusendung*', 'kontakt*'],
    send: ['schreib*', 'schick*', 'send*', 'zuschick*', 'zusend*', 'kontaktier*', 'anschreib*', 'belastig*', 'anruf*', 'nerv*', 'stor*', 'zuspam*', 'erhalten', 'bekommen', 'empfangen', 'kriegen', 'haben'],
    remove: ['losch*', 'loesch*', 'entfern*', 'streich*', 'nehm*', 'nimm', 'trag*', 'austragen', 'sperr*'],
    mine: ['meine nummer', 'meine handynummer', 'meine telefonnummer', 'meine daten', 'meinen kontakt', 'meinen namen', 'meine rufnummer', 'diese nummer', 'mich'],
    list: ['verteiler*', 'liste*', 'datenbank', 'kartei', 'system', 'gruppe'],
  },
  rules: [
    ...['{none} ~1 {msgs} ~2 mehr', '{none} ~2 {msgs} (bitte|senden|schicken|mehr|$)', '{none} ~1 mehr ~1 {send}', 'nicht mehr ~2 {send}', 'nie wieder ~2 {send}', '{send} ~3 (nicht mehr|nichts mehr|keine ~1 {msgs}|nie wieder|nix mehr)', '(will|mochte|moechte|wunsche|wollen|mochten) ~2 {none} ~2 {msgs} ~2', '(will|mochte|moechte) ~2 (nichts|nix|nicht) mehr', '(nichts|nix) mehr ~2 {send}'],
    ...['hor* ~1 auf', 'auf* horen', 'abbestell*', '(mochte|moechte|will|wurde|wuerde|bitte|kann ich|wie) ~3 abmelden $', 'mich ~2 (abmelden|austragen|abbestellen|loschen|loeschen|entfernen|streichen) $', 'meld* ~1 mich ~1 ab', '{remove} ~2 (meine nummer|meine handynummer|meine telefonnummer|meine daten|meinen kontakt|meinen namen|meine rufnummer|diese nummer)', '{remove} ~1 mich ~3 {list}', 'mich ~3 {list} ~2 (nehmen|streichen|loschen|loeschen|entfernen|austragen)', 'mein* (nummer|daten|handynummer|telefonnummer) ~2 (losch*|loesch*|entfern*)', 'raus aus ~2 {list}', '(aus|vom) ~2 {list} ~2 (losch*|loesch*|entfern*|streich*|nehm*|austragen)', 'stopp* das'],
    ...['widerruf* ~2 (einwilligung|zustimmung|einverstandnis)', '(einwilligung|zustimmung) ~2 widerruf*', 'widersprech* ~2 (werbung|nutzung|zusendung)', 'in ruhe', '(kundig*|kuendig*|beend*) ~2 (abo*|newsletter|nachrichten)', 'stopp* ~3 {msgs}', 'stop ~2 {msgs}', 'lassen sie das', 'kein interesse ~3 (stop*|loschen|abmelden|keine|bitte nicht)', 'unterlass* ~3', 'belastig* ~2 nicht', 'verschon* ~1 mich', 'tragt mich ~1 aus', 'tragen sie mich ~2 aus', 'mir ~1 {none} ~1 {msgs}', 'schick* ~1 mir nichts', 'schreib* ~1 mir nicht'],
  ],
  unless: ['{none} ~1 {msgs} ~1 (bekommen|erhalten|gekriegt|da|gesehen) ~1', 'habe ~2 {none} ~1 {msgs} ~9 $', 'nicht (bekommen|erhalten|angekommen)', '(vom|von der|zum|zur) (kurs|termin|training|schule|kindergarten) ~3 abmelden', 'kind ~4 abmelden', 'ende (der|des|vom|januar|woche)', '(hort|horen|hor) ~1 nicht ~1 auf', 'nicht aufhoren', 'stornier* ~2 (bestellung|termin|reservierung)', 'nicht (abmelden|loschen|austragen)', '{none} {msgs} ~1 (an|da)', 'haltestelle'],
  doubtful: ['kein interesse', 'stopp*', 'stornieren', 'nein danke stopp', 'reicht', 'nicht interessiert', 'abmelden'],
  subscribe: ['abonnieren', 'wieder abonnieren', 'ich mochte nachrichten erhalten', 'bitte nachrichten schicken', 'wieder anmelden'],
  start: ['anmelden', 'starten', 'anmeldung', 'beginnen', 'fortsetzen', 'weiter'],
}

export const westernLanguages: readonly ReplyLanguage[] = [english, spanish, portuguese, french, german]
