import { list } from './languages/reply-language.ts'

/**
 * What customers ask of a shop, a clinic or a school with the words of an opt-out: where a driver stops, a call at
 * another time, a delivery on another day, a price, a subscription to something else, offers that no longer come.
 * Read as `asides`.
 */
export const errands: Readonly<Record<string, readonly string[]>> = {
  en: list`
    (dont|do not) (call|ring|phone) ~2 (now|today|before|after|until|im|i am|while|during|at work|at night|yet) ~9,
    (dont|do not) (send|deliver|ship) ~3 (today|yet|tomorrow|before) ~1 (im|i am|we|nobody|no one|not) ~6,
    (havent|have not) (had|received|gotten|got|seen) ~3 (offer*|coupon*|deal*|discount*|newsletter*) ~6,
    stop at (the|gate|my|our|number|house|block|entrance|main|door|reception) ~3,
    (no thanks|no thank you|no) ~1 too (expensive|pricey|dear|costly),
    too (expensive|pricey|dear|costly) ~1 (no|no thanks|no thank you),
    (app|website|site|page|phone|screen) ~2 (stops|stopping|stopped|crashes|crashing|closes) ~4,
    (cancel|end|stop|quit|leave) ~2 (gym|membership|premium|course|lessons|insurance) ~3,
    no more than ~3, not more than ~3, enough (for|to|time|money|space|room|people) ~3,
    (stop|stopped) (using|taking|eating|drinking|wearing) ~4, (stop*|refuse*) (beeping|bleeding|ringing|leaking) !1(me|us|and|my|this) ~4,
    ^ not ~1 spam !0(me|us|my), (ok|okay|yes|no|is|its|it s|isnt|are|am|im|was|thats) not ~1 spam !0(me|us|my),
    do not disturb (sign|mode|is) ~6,
    (unsubscribe|remove|delete) my (old|other|previous) (number|phone) ~1 (and|use|add) ~6`,
  es: list`
    no (me|nos) (llamen|llame|llames|marquen|marque|hablen) ~1 (ahorita|ahora|hoy|que|porque|estoy|al rato|despues|luego) ~9,
    no (lo|la|me|le) (manden|mande|envien|traigan) ~3 (hoy|todavia|aun|manana|ahorita) ~8,
    no (manden|mande|envien|traigan) ~3 (hoy|todavia|aun|manana|ahorita) ~8,
    (por que|porque|pq|xq) ya no ~2 (mandan|envian|llegan|recibo|dan) ~6,
    no (recibo|me llegan|me han llegado) ~2 (ofertas|promociones|promos|descuentos|cupones) ~6,
    (esta|muy|sale) caro ~1 no (quiero|gracias|me interesa), no ~1 (esta|muy) caro,
    no quiero (el|la|los|las|ese|esa|este) ~2 (mejor|sino|quiero|prefiero|pero|mas bien) ~3,
    no cancel* ~1 (nada|pedido|cita|reserva|orden), no (molesta|molestan|es molestia) ~2, no mas de ~3,
    (saquenme|sacame|saqueme|quitame) ~1 duda ~3, (deje|dejar) de (usar|tomar) ~4, (borren|quiten|eliminen|cambien) ~1 numero (viejo|anterior|antiguo) ~6,
    (salir|salirme) del grupo ~4 (ir|entrar|pasar|cambiar) ~6,
    (app|aplicacion|pagina) ~2 (para|cierra|detiene|traba) ~3, cuando (termina|acaba|vence|para) ~3`,
  pt: list`
    nao (liga|ligue|liguem) ~1 (agora|hoje|que|to|estou|depois) ~9,
    nao me (liga|ligue|liguem) ~1 (agora|hoje|que|to|estou|depois) ~9,
    nao (manda|mande|mandem|entrega|entregue|entreguem|envia|envie) ~1 (hoje|ainda|agora|amanha|antes) ~8,
    (pararam|parou|deixaram) de (mandar|enviar) ~5 (por que|pq|porque), (cade|kd) ~1 (promocoes|promos|ofertas|cupons|descontos) ~6,
    nao (recebi|recebo|chegou|chegam) mais ~4, (ta|esta|muito|achei) caro ~1 nao quero ~1,
    nao quero mais (o|a|os|as) ~2 (quero|prefiro|mas|e sim) ~3, nao quero (o|a|os|as|esse|essa) ~2 (quero|prefiro|mas|e sim) ~3,
    (cancelar|sair|parar) ~3 (academia|plano|curso|seguro|aula|aulas) ~4, (app|aplicativo|site) ~2 (para|fecha|trava) ~3,
    tira* ~1 (duvida|foto|medida) ~3, (parei|parar) de (usar|tomar) ~4, sair do grupo ~4 (ir|entrar|mudar|passar) ~6, basta (um|uma|dois|duas) ~3, chega (hoje|amanha|quando|que horas) ~2,
    nao mais que ~3, (para|parar|pare) (na|no|em frente) ~3`,
  fr: list`
    ne m appelez pas ~1 (je|maintenant|aujourd|car|avant|apres|pendant|ce) ~9,
    ne (livrez|envoyez) pas ~2 (avant|aujourd|demain|encore|maintenant) ~6,
    pourquoi ~2 (ne|n) ~1 (recois|recoit|ai|envoyez|avez) plus ~6, n ai plus recu ~6, je ne recois plus ~6,
    (trop|tres) cher ~1 (non|merci|non merci), non ~1 c est trop cher,
    veux pas (le|la|les|du|ce|cette) ~2 (mais|plutot|je veux|donnez) ~3, stop (c est|cest) ~3,
    (resilier|annuler|arreter) ~2 abonnement ~2 (salle|gym|sport|fitness|telephone|internet) ~4,
    (desinscri*|desabonn*|retirer) ~1 (du|de la|de mon|de ma) (cours|classe|stage|atelier|sport) ~9, pas plus de ~3,
    (appli|application|site) ~2 (arrete|plante|ferme) ~3, ne changez rien ~3`,
  de: list`
    (rufen|ruft|ruf) ~4 nicht ~2 (wahrend|vor|nach|heute|jetzt|wenn|weil|ich|morgen) ~9,
    nicht ~2 (vor|heute|morgen) ~2 (liefern|schicken|bringen) ~4,
    (warum|wieso|weshalb) (bekomm*|krieg*|kommt|kommen|erhalt*) ~3 (keine|keinen|nichts|nicht) ~3 mehr,
    nicht stornieren ~4, (zu|ganz schon) teuer ~1 (nein|danke), will nicht ~2 sondern ~3,
    (app|seite|webseite|handy) ~4 (hort|sturzt|geht|hangt) (auf|ab|nicht|sich) ~3, nicht mehr als ~3,
    (mitgliedschaft|vertrag|kurs|yogakurs|fitnessstudio) ~2 (kundigen|kundige|abmelden) ~6,
    (tisch|zimmer|essen|taxi) ~3 (abbestellen|stornieren|absagen)`,
  'hi-Latn': list`
    (phone|call|fon) (mat|mt|na) (karo|karna|kro|krna|kijiye) ~1 (meeting|class|office|abhi|me|so|kaam|drive|aaj|baad) ~8,
    (abhi|aaj|kal) (mat|mt|na|nahi) (bhejo|bhejna|bhejiye|bhejiyega) ~1 (ghar|kal|main|mai|me|parso|shaam|hum|baad|koi) ~8,
    (bhejna|dena) band ~1 (kyu|kyun|kyo|kyon) ~4, (offer*|msg|message*|coupon*) ~2 (kyu|kyun|kyon) (nahi|nhi|ni) ~4,
    (wala|wali) (nahi|nhi) chahiye ~3 (do|dena|bhejo|dikhao|chahiye|dedo),
    (gym|tuition|coaching|class|course|membership) ~3 (band|cancel|stop) ~4,
    stop (pe|par|ke paas) ~4, (mehenga|mehnga|mahanga) ~3, itna (mehenga|mehnga|mahanga), (offer|sale) (khatam|band) ho (gaya|gya) kya`,
  hi: list`
    (फोन|फ़ोन|कॉल) (मत|न|ना|नहीं) (करना|करो|करें|कीजिए|कीजिएगा) ~1 (क्लास|मीटिंग|अभी|ऑफिस|में|सो|काम|आज) ~6,
    (अभी|आज|कल) मत (भेजो|भेजना|भेजें|भेजिए) ~1 (मैं|घर|कल|परसों|हम|शाम|कोई) ~8,
    (भेजना|देना) बंद क्यों ~4, (ऑफर|मैसेज|संदेश|कूपन) ~2 क्यों नहीं ~3,
    (वाला|वाली|वाले) नहीं चाहिए ~3 (दो|देना|भेजो|दिखाओ|चाहिए)`,
  ar: list`
    لا (تتصل|تتصلون|تتصلوا|تدق) ~1 (الحين|الان|عندي|انا|اليوم|قبل|بعد|دلوقتي) ~6,
    لا (ترسلوا|ترسل|ترسلون|توصلوا) (الطلب|الغرض|اليوم|الحين|الاكل) ~6,
    (ليش|ليه|لماذا) (وقفتوا|وقفتم|توقفتم|بطلتوا) ~6, (ليش|ليه|لماذا) ما عاد ~5,
    (الغي|الغاء|اوقف) اشتراك* (النادي|الجيم|الانترنت|الباقه|الدوره|الصاله) ~3, غالي ~1 (ما|لا) (ابيه|ابي|اريد|اريده|شكرا),
    (وقف|اوقف) (عند|قدام|جنب|امام) ~3, مو (الاحمر|الازرق|الاسود|هذا|هاذا) ~4`,
  id: list`
    (jangan|ga usah|gak usah|jgn) (telpon|telepon|ditelpon|ditelepon|nelpon|call) ~2 (rapat|meeting|kerja|nyetir|kuliah|sekarang|dulu) ~6,
    (jangan|jgn) (kirim|dikirim|antar|diantar) (hari ini|dulu|sekarang|besok|sebelum) ~8,
    (tidak|tak|ga|gak|nggak) (apa apa|apa|apa2|apapa|masalah) !0(lagi|kirim*|ada), (kenapa|knp|kok) ~4 (ga|gak|nggak|tidak|gk) (dikirim|dapat|dapet|terima|nerima) ~4,
    (kenapa|knp|kok) ~3 (ga|gak|nggak|tidak|gk) pernah (dikirim|dapat|dapet|terima|nerima) ~5,
    (berhenti|stop) (langganan|member|keanggotaan) (gym|fitness|wifi|internet|kursus|les) ~4,
    (stop|berhenti) (pakai|pake|minum|makan) ~4, stop di (depan|gerbang|rumah|dekat|pintu|jalan|halte|lampu) ~4, (kemahalan|mahal banget) ~4`,
}
