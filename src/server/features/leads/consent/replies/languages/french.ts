import { list, type ReplyLanguage } from './reply-language.ts'

export const french: ReplyLanguage = {
  code: 'fr',
  alone: list`
    desabo, desabonn, desabonne, desinscris, desabonne moi, desabo moi,
    arret, arreter, arretez, arrete, stop, stop pub, stop sms, stop a la pub, desabonner, desabonnement,
    desabonne, desabonnez moi, me desabonner, se desabonner, desinscription, desinscrire, se desinscrire,
    me desinscrire, desinscrivez moi, plus de messages, plus de message, plus de pub, resilier, resiliation,
    annuler, supprimer, supprimez, supprimez moi, retirez moi, enlevez moi, effacez moi, cessez, ca suffit,
    assez, foutez moi la paix, laissez moi tranquille, arreter les promotions, pas de pub, pas de publicite,
    degagez, quitter, bloquer, opposition, je m oppose, me retirer, fin des messages, stop promotions`,
  polite: list`
    stp, svp, mec, frr, frere, sérieux, merci bcp, serieux,
    s il vous plait, s il te plait, svp, stp, merci, de, bonjour, bonsoir, salut, veuillez, je veux,
    je voudrais, je souhaite, je desire, maintenant, tout de suite, immediatement, ca, cela, tout, d avance,
    beaucoup, moi, me, prie, je vous`,
  sets: {
    send: list`
      envoy*, ecri*, contact*, derang*, harcel*, appel*, embet*, solicit*, sollicit*, relanc*, spamm*,
      ecrire`,
    write: list`ecri*, contact*, derang*, harcel*, appel*, embet*, sollicit*`,
    stop: list`arret*, cess*, stop*, finissez, stoppez, mettez fin, suspend*`,
    msgs: list`
      message*, msg, msgs, sms, pub, pubs, publicit*, promo*, spam*, offres, texto*, notification*, mails,
      newsletter*, whatsapp, rien, sollicitation*, communication*, courrier*`,
    remove: list`supprim*, retir*, enlev*, effac*, efface, ray*, otez, desinscri*`,
    mine: list`
      mon numero, mon contact, mes coordonnees, mes donnees, mon nom, mon telephone, ce numero, mon mobile,
      mon portable`,
    list: list`liste*, base, fichier*, groupe, diffusion, repertoire`,
    plus: list`plus, pas, plus jamais, jamais`,
  },
  rules: list`
    ^ (stop|arretez|arrete|assez) (s il vous plait|merci|je suis|je veux|je ne|je n|j en|maintenant|tout de suite),
    {stop} ~2 {send} ~1, {stop} ~2 {msgs}, {stop} de m ~2, {stop} de me ~2, n ~2 {send} (plus|jamais),
    ne ~3 {send} (plus|jamais), ne (m|me|nous) ~1 {write} {plus}, n ~1 {send} (plus|pas) ~2 {msgs},
    ne ~2 {send} pas ~2 {msgs}, n ~2 {send} pas $, ne ~2 plus ~1 recevoir,
    ne (plus|pas) ~1 (recevoir|etre contact*|{write}), ne plus ~1 {send}, plus recevoir,
    ne ~1 (veux|souhaite|desire|voudrais|voulons) plus, n (veux|souhaite) plus,
    (veux|souhaite) plus ~2 {msgs}, (veux|souhaite) plus ~1 (recevoir|etre),
    (veux|souhaite) pas ~2 (recevoir|{msgs}), (plus|aucun*|pas) (de|d) {msgs},
    plus ~1 {msgs} (svp|stp|merci|$), plus rien, aucun ~1 {msgs}, desabon*, desinscri*, me desabon*,
    {remove} ~2 {mine}, {remove} moi ~3 {list}, {remove} moi $,
    (retir*|enlev*|supprim*|ray*) moi (de|des|du|svp|stp), me (retirer|enlever|supprimer|rayer) ~3 {list},
    me retirer, laiss* moi tranquille, fich* moi la paix, resili* ~2 (abonnement|inscription),
    annul* ~2 (abonnement|inscription), retir* mon consentement,
    (interesse|interessee) ~2 (stop|arret*|desabon*|supprim*|retir*), revoqu* ~2 consentement,
    arret* (ca|tout), stop ~1 {msgs}, mettre fin ~3 {msgs}, laisse moi tranquille,
    (veux|jveux|veut|veu|vx|ve) (pu|pus|plu) ~2 ({msgs}|recevoir), jveux (plus|pas) ~2 ({msgs}|recevoir),
    n (autorise|ai autorise|ai jamais autorise) ~6 {mine}`,
  unless: list`
    arret (de|du) (bus|tram|metro|train|car), l arret, n ai pas ~1 recu ~9 $, ne ~1 recois ~9 $,
    pas (recu|recue), pas encore, annul* ~2 (commande|rendez|reservation|rdv),
    supprim* ~2 (article|commande|ligne|produit), n ~2 arret* ~1, s arret*, ne ~1 arretez pas,
    n (ai|avez|est) plus de ~9, plus d (info*|offres), envoy* moi plus,
    ne ~2 (envoy*|livr*) pas ~2 (aujourd|demain|a|en|au), pourquoi ~9 $,
    (plus|pas) de (pain|stock|place*|sauce)`,
  doubtful: list`
    nn merci, nn, non c est bon, nan merci, nan c est bon,
    je ne comprends pas ces messages, c est pour quoi,
    encore vous, encore, c est quoi ca, c est quoi, vous etes lourds, lourds, relou, c est relou, vous etes penibles,
    non merci, merci non, pas maintenant, plus tard peut etre, laissez tomber, laisse tomber, oubliez, oublie, tant pis, qui vous a donne mon numero, comment avez vous eu mon numero, d ou avez vous mon numero, ou avez vous trouve mon numero, pourquoi vous m ecrivez, pas la peine, sans facon, laissez, pas interesse, pas interessee, fin, halte, stop*, ne m interesse pas, non merci stop, tais toi, taisez vous, la ferme, ta gueule, vos gueules, silence, chut, fermez la, allez ouste, du balai, desactiver, desactivez`,
  subscribe: list`s abonner, abonner, m abonner, je m abonne, abonnez moi, je veux recevoir, reabonner, me reabonner`,
  start: list`reprendre, commencer, demarrer, debut, activer, inscription`,
}
