import { list, type ReplyLanguage } from './reply-language.ts'

export const spanish: ReplyLanguage = {
  code: 'es',
  alone: list`
    baja, parar, pare, paren, alto, basta, basta ya, salir, salirme, darme de baja, dar de baja,
    dame de baja, deme de baja, denme de baja, baja definitiva, cancelar, cancela, cancelen,
    cancelar suscripcion, no mas, ya no mas, no enviar, desuscribir, desuscribirme, desuscribirse,
    desuscribeme, desinscribir, anular suscripcion, detener, detengan, deten, detenganse, eliminar,
    eliminame, eliminenme, borrar, borrame, borrenme, quitar, quitame, quitenme, dejen de molestar,
    no molestar, no molesten, no moleste, no molestes, fuera, remover, remuevanme, terminar, retirar,
    no enviar mas, parar promociones, detener promociones, no recibir promociones, desactivar, eliminarme, borrarme, quitarme, sacarme, removerme, retirarme, desuscribirme, darme baja, bloqueame, bloqueenme, retirenme, retirame, remuevanme, remueveme`,
  polite: list`
    wey, guey, we, bro, porfis, plis, tio, che, oye,
    por favor, porfavor, porfa, xfa, favor, gracias, muchas, hola, buenas, buenos dias, buenas tardes, ya,
    ahora, quiero, quisiera, deseo, solicito, necesito, inmediatamente, senores, de una vez, me quiero,
    le pido, la, el, mi, todo, esto`,
  sets: {
    no: list`no, ya no, nunca, tampoco`,
    send: list`
      envi*, mand*, escrib*, contact*, moleste*, llame*, llamen, llames, spamee*, escriban, enviar*, mandar*,
      manda, envia`,
    write: list`escrib*, contact*, molest*, llame*, spamee*, acos*`,
    mail: list`envi*, mand*`,
    sendme: list`
      enviarme, mandarme, escribirme, molestarme, contactarme, llamarme, molestar, escribir, enviar, mandar,
      enviando, mandando, mandarnos, enviarnos, spamear, joder, acosarme`,
    stop: list`
      deje, dejen, deja, dejad, pare, paren, para, basta, cesen, cese, detengan, detener, parar, dejar,
      dejes, parad, suspendan, suspender, suspenda`,
    msgs: list`
      mensaj*, msj, msjs, mjs, sms, publicidad, promocion*, promos, ofertas, informacion, propaganda, spam,
      correos, notificacion*, whatsapp*, anuncios, comunicacion*, nada, wasap*, texto, textos`,
    remove: list`elimin*, borr*, quit*, remuev*, saqu*, saca, sacame, sacar, sacarme, sacadme, retir*, suprim*`,
    mine: list`
      mi numero, mi telefono, mi contacto, mis datos, mi celular, este numero, mi movil, mi nombre,
      mi whatsapp`,
    list: list`lista*, base, base de datos, grupo, registros, difusion`,
    more: list`mas, nunca mas, jamas`,
  },
  rules: list`
    ^ (basta|paren|parenle|stop|alto) (por favor|ya|me|estoy|gracias|de mensajes|con),
    {no} (me|nos) ~1 {write}, {no} (me|nos) ~1 {mail} ~3 {msgs},
    {no} (me|nos) ~1 {mail} (mas|nada|esto|eso|$), {no} (me|nos) ~1 {mail} por favor $,
    {no} quiero que ~1 (me|nos) {send}, {no} {send} ~2 {msgs}, {no} {send} {more}, {no} {send} $,
    {no} vuelv* a ~1 {sendme}, {no} me ~1 {send} {more}, elimin* ~1 (suscripcion|subscripcion),
    {stop} de ~1 {sendme}, {stop} ~3 {msgs}, no ~1 {more} {msgs}, (basta|ya) de {msgs},
    {no} (quiero|deseo|quisiera|queremos|autorizo|me interesa) ~2 (recib*|recivir) ~4,
    {no} (quiero|deseo|necesito|queremos) ~1 {more} ~1 {msgs}, {no} (quiero|deseo|necesito) ~2 {msgs},
    de baja, darme baja, la baja $, ^ baja, {remove} ~1 {mine},
    (eliminenme|eliminame|borrenme|borrame|quitenme|quitame|saquenme|sacame|sacarme|quitarme|borrarme|eliminarme|remuevanme) ~1 ~2 {list},
    (saquenme|sacame|sacarme|quitenme|borrenme|eliminenme) $, {remove} ~3 {list} $, desuscri*, desinscri*,
    cancel* ~2 (suscripcion|subscripcion), anul* ~2 (suscripcion|subscripcion),
    (quiero|deseo|quisiera|me quiero) salir $, salirme de,
    salir (de|del) ~1 (lista|grupo|promociones|aqui|esto), no molest*, dejen* en paz, dejenme en paz,
    dejame en paz, {no} me interesa ~3 (no|deje*|pare*|elimin*|borr*),
    (retiro|revoco|retirar|revocar) ~1 mi consentimiento, (retiro|revoco|retirar|revocar) consentimiento,
    {no} recib* ~2 {msgs} $, dejar de recibir, no quiero mas, no (mas|mss) {msgs}, cancelar ~1 {msgs},
    stop ~1 {msgs}, sin ~1 publicidad, bloque* ~1 mi numero, ^ alto,
    de vaja, darme vaja, {no} (autorizo|autorice|doy) ~5 {mine}, cancel* ~2 (recepcion|envio*),
    (como|que hago para) ~1 (dejo|dejar) de recib* ~2, (desactivar|desactiven|desactiva|apagar|silenciar) ~2 {msgs}, cancel* ~1 envio* de ~1 {msgs}`,
  unless: list`
    no me (llego|llegan|ha llegado|han llegado|enviaron|mandaron|envio|mando|escribieron|contactaron|han ~1),
    planta baja, no envia* a, (da|dan|daria|bajan) de baja los, dan de baja los, temporada baja, alto y,
    no (he recibido|recibi|recibo) ~9 $, cancel* ~2 (pedido|cita|reserva|orden|compra|turno),
    no me (envien|manden|mande|envie) ~3 (hoy|manana|todavia) ~9 $, no (deje*|pare*|elimin*|borr*), mas baja,
    presion baja, talla baja, no dejen de (enviar*|mandar*|escribir*)`,
  doubtful: list`
    nel, nel gracias, nop, nop gracias, no grax, no gracia,
    que son estos mensajes, para que son, no entiendo estos mensajes,
    que es esto, otra vez ustedes, otra vez, que pesados, que molestos, pesados, molestos, son muy pesados, que fastidio,
    no gracias, gracias no, ahora no, por ahora no, despues, dejalo, dejenlo, olvidalo, olvidelo, da igual, quien les dio mi numero, quien te dio mi numero, quien le dio mi numero, de donde sacaron mi numero, de donde tienen mi numero, como consiguieron mi numero, como tienen mi numero, por que me escriben, por que me llegan, no hace falta, ya dejalo, paso, no insistas, cancelalo, para, no me interesa, no interesado, fin, parale, callense, silencio, no quiero, no quiero nada, stop, callate, callense, calla, callen, cierra la boca, ya callense, silencio, que fastidio, vete, vayanse, larguense, largo, sacar, sacarme ya, reportado, denunciado, reportados, bloqueado, bloqueados`,
  subscribe: list`
    suscribir, suscribirme, suscribeme, darme de alta, quiero recibir mensajes, quiero suscribirme,
    suscribirse`,
  start: list`alta, iniciar, empezar, comenzar, reanudar, activar`,
}
