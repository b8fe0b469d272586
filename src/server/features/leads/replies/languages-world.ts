import type { ReplyLanguage } from './reply-language.ts'

const arabic: ReplyLanguage = {
  code: 'ar',
  alone: [
    ...['توقف', 'توقفوا', 'قف', 'إيقاف', 'أوقف', 'أوقفوا', 'اوقفها', 'إلغاء', 'الغ', 'الغي', 'ألغ الاشتراك', 'إلغاء الاشتراك', 'الغاء اشتراك', 'الغاء اشتراكي', 'الغ اشتراكي', 'ستوب', 'كفى', 'كفاية', 'خلاص', 'بس', 'بطلوا', 'بطل', 'وقف', 'وقفوا', 'انهاء', 'خروج', 'انسحاب', 'حذف', 'احذفوني', 'احذفني', 'شيلوني', 'شيل رقمي', 'ازالة', 'إيقاف العروض', 'إيقاف العروض الترويجية', 'ايقاف الرسائل', 'لا ترسل', 'لا ترسلوا', 'لا تزعجني', 'لا تزعجوني', 'لا تزعجونا', 'حظر', 'بلوك', 'يكفي', 'اتركوني', 'حلوا عني', 'حل عني'],
  ],
  polite: ['من فضلك', 'من فضلكم', 'لو سمحت', 'لو سمحتم', 'رجاء', 'الرجاء', 'ارجو', 'ارجوكم', 'ارجوك', 'شكرا', 'السلام عليكم', 'مرحبا', 'الان', 'فورا', 'يا', 'اريد', 'نريد', 'اود', 'ابغى', 'ابي', 'بدي', 'عايز', 'عاوز', 'هذا', 'هذه', 'اخي', 'حالا', 'لكم', 'لك', 'يرجى', 'ارغب في', 'ارغب'],
  sets: {
    msgs: ['رساىل*', 'الرساىل*', 'رسال*', 'الرسال*', 'رسايل*', 'الرسايل*', 'مسج*', 'المسج*', 'اعلان*', 'الاعلان*', 'عروض*', 'العروض*', 'دعاي*', 'الدعاي*', 'واتس*', 'اشعار*', 'الاشعار*', 'spam', 'سبام', 'تسويق*', 'ترويج*', 'شي', 'شيء', 'اتصال*', 'رسالتكم'],
    send: ['ترسل*', 'تبعث*', 'تبعت*', 'تراسل*', 'تكتب*', 'تتواصل*', 'تتصل*', 'ترسلون', 'تزعج*', 'تدز*', 'تطرش*', 'ارسال*'],
    stop: ['توقف*', 'اوقف*', 'ايقاف', 'وقف*', 'كف*', 'بطل*', 'الغ*', 'الغاء', 'انه*', 'اقطع*', 'ستوب', 'يكفي', 'بس', 'خلاص', 'امنع*', 'امتنع*'],
    no: ['لا', 'ما', 'مو', 'مش', 'لن', 'ماعاد', 'عدم', 'بلاش'],
    want: ['اريد', 'ارغب', 'ابغى', 'ابي', 'ابغا', 'بدي', 'عايز', 'عاوز', 'اود', 'احب', 'نريد', 'نبي', 'عاوزه', 'عايزه', 'محتاج', 'يهمني'],
    remove: ['احذف*', 'حذف', 'امسح*', 'مسح', 'ازل', 'ازيل*', 'ازاله', 'شيل*', 'شطب', 'اشطب*', 'اخرج*', 'ازالت', 'الغ*', 'الغاء'],
    mine: ['رقمي', 'الرقم', 'هذا الرقم', 'بياناتي', 'اسمي', 'جوالي', 'تلفوني', 'موبايلي', 'هاتفي', 'معلوماتي'],
  },
  rules: [
    ...['{no} {send} ~1 (لي|لنا|الي|علي|معي) ~3', '{no} {send} ~2 {msgs}', '{no} (تراسل*|تزعج*) ~1', '{no} {send} ~3 (مره اخرى|مجددا|ثانيه|تاني|بعد الان|بعد اليوم|ابدا)', '{no} {send} $', '{stop} ~2 {send} ~2', '{stop} ~3 {msgs}', 'لا ~1 {msgs} $', 'لا مزيد من {msgs}'],
    ...['{no} {want} ~1 (ان )?(استقب*|استلم*|اتلق*|تلقي|استلام|استقبال|وصول|يصلني|توصلني) ~3', '{no} {want} ~3 {msgs}', '{remove} ~2 {mine}', '{remove} ~2 (القاىمه|قاىمه|القاىمة|القروب|المجموعه|قاىمتكم)', '(احذفوني|احذفني|ازيلوني|شيلوني|اخرجوني) ~3', '(الغاء|الغ*|ايقاف|انهاء) ~1 (الاشتراك|اشتراك|اشتراكي|عضويتي)', 'سحب ~1 موافقتي', 'اسحب موافقتي', 'مش عايز ~2 {msgs}', 'مو مهتم ~2 {stop}', 'لا تزعج*', 'عدم ~1 ارسال', 'عدم ~1 ازعاج', 'ستوب ~1 {msgs}'],
  ],
  unless: ['لم ~1 (تصل*|استلم|يصل*)', 'ما وصل*', '(الغاء|الغ*|الغي) ~1 (الطلب|طلبي|الحجز|حجزي|الموعد|موعدي|طلب|حجز)', 'متى ~1 (يتوقف|تتوقف|ينتهي)', 'لا تتوقف*', 'لا توقف*', '{no} ترسل* ~2 (اليوم|غدا|بكره|الطلب)', 'لا تلغ*', 'لا تحذف*', 'موقف'],
  doubtful: ['لا اريد', 'لا شكرا توقف', 'مو مهتم', 'غير مهتم', 'مش مهتم', 'ما ابي', 'مش عايز'],
  subscribe: ['اشتراك', 'اشترك', 'اريد الاشتراك', 'اشتركوني', 'اعادة الاشتراك'],
  start: ['ابدأ', 'ابدا', 'بدء', 'استئناف', 'تفعيل'],
}

const indonesian: ReplyLanguage = {
  code: 'id ms',
  alone: ['berhenti', 'stop kirim', 'jangan kirim', 'jangan kirim lagi', 'berhenti berlangganan', 'berhenti langganan', 'keluar', 'batal langganan', 'batalkan langganan', 'batal', 'batalkan', 'henti', 'hentikan', 'hentikan promosi', 'stop promosi', 'stop langganan', 'unreg', 'hapus', 'hapus saya', 'jangan ganggu', 'jangan spam', 'sudah cukup', 'cukup', 'udahan', 'setop', 'stop ya', 'blokir', 'tidak mau lagi', 'jangan chat lagi', 'jangan wa lagi', 'berhenti promosi', 'nyahlanggan', 'berhenti melanggan', 'jangan hantar', 'jangan hantar lagi', 'padam', 'stop chat', 'stop wa'],
  polite: ['tolong', 'mohon', 'minta', 'terima kasih', 'makasih', 'trims', 'ya', 'dong', 'deh', 'min', 'kak', 'gan', 'pak', 'bu', 'mas', 'mbak', 'sekarang', 'segera', 'saya', 'mau', 'ingin', 'sila', 'selamat pagi', 'halo', 'lah', 'aja', 'saja', 'ini', 'semua', 'encik', 'bos'],
  sets: {
    no: ['jangan', 'jgn', 'ga usah', 'gak usah', 'nggak usah', 'tidak usah', 'tak usah', 'tidak perlu', 'gausah', 'stop', 'berhenti', 'hentikan', 'setop', 'jangan lagi', 'tak payah'],
    send: ['kirim*', 'krim', 'mengirim*', 'hantar*', 'menghantar', 'hubungi', 'menghubungi', 'contact', 'kontak', 'chat', 'wa', 'whatsapp', 'sms', 'ganggu*', 'mengganggu', 'telepon', 'telpon', 'spam*', 'kasih', 'beri', 'broadcast', 'promo*'],
    msgs: ['pesan', 'mesej', 'promosi', 'promo', 'iklan', 'sms', 'spam', 'chat', 'wa', 'broadcast', 'info*', 'penawaran', 'notifikasi', 'whatsapp', 'tawaran'],
    dontwant: ['tidak mau', 'gak mau', 'ga mau', 'nggak mau', 'tidak ingin', 'tak nak', 'tidak mahu', 'tak mahu', 'ogah', 'malas', 'tidak bersedia', 'tdk mau', 'gamau', 'tidak ingin lagi', 'enggak mau', 'tidak berminat', 'tidak tertarik'],
    remove: ['hapus*', 'delete', 'remove', 'keluarkan', 'buang', 'padam*', 'cabut', 'hilangkan'],
    mine: ['nomor saya', 'no saya', 'nomer saya', 'nomor ini', 'nombor saya', 'nomorku', 'kontak saya', 'data saya', 'saya', 'nomer ini', 'nama saya', 'nomor hp saya', 'nomor gue', 'nomerku'],
  },
  rules: ['{no} ~1 {send} ~3 {msgs}', '{no} ~1 {send} ~2 (lagi|saya|aku|ke saya|kami|gue)', '{no} ~1 (kirim|hantar|hubungi|ganggu|chat|wa) $', '{no} ~1 {msgs}', '{dontwant} ~2 (terima|menerima|dapat|nerima|dikirim*|dapet|dihubungi) ~3', '{dontwant} ~2 {msgs}', '{dontwant} ~2 (terima|menerima|dikirim*) lagi', '{remove} ~1 {mine} $', '{remove} ~1 (nomor|nomer|no|nombor|data|kontak) ~1 (saya|ini|aku|gue|ku)', '{remove} ~1 saya ~2 (daftar|list|grup|senarai|kontak)', '{remove} ~1 {mine} ~2 (daftar|list|grup|kontak|database|senarai)', '(berhenti|batal*|stop|henti*) ~1 (langganan|berlangganan|melanggan)', '(tarik|cabut) ~1 persetujuan', 'tidak ~1 (menerima|terima) {msgs} lagi', 'jangan ganggu', 'jangan spam', 'unreg*', 'cukup ~1 {msgs}', 'unsubscribe', '{dontwant} ~2 (stop|hapus|jangan kirim)'],
  unless: ['berhenti di*', '(bus|kereta|hujan) berhenti', 'belum ~1 (terima|menerima|dapat)', 'jangan kirim* ~2 (hari ini|sekarang|besok|dulu) ~9 $', 'batal* ~2 (pesanan|order|booking|janji)', 'jangan (hapus|berhenti|stop|batal*)', 'kirim* pesanan', '(kapan|kenapa) ~2 (berhenti|stop) ~9 $', 'tidak ~1 (menerima|terima) ~9 (kode|otp|barang|paket)'],
  doubtful: ['tidak mau', 'gak mau', 'ga mau', 'tidak tertarik', 'tidak berminat', 'jangan', 'selesai', 'stop*'],
  subscribe: ['langganan', 'berlangganan', 'mau langganan', 'daftar langganan', 'langganan lagi', 'melanggan', 'langgan'],
  start: ['mulai', 'lanjut', 'lanjutkan', 'aktifkan', 'mula'],
}

const turkish: ReplyLanguage = {
  code: 'tr',
  alone: ['dur', 'durdur', 'durdurun', 'iptal', 'iptal et', 'iptal edin', 'iptal ediniz', 'ret', 'red', 'çık', 'çıkış', 'çıkar', 'çıkarın', 'abonelik iptal', 'aboneliği iptal et', 'abonelikten çık', 'abonelikten çıkmak', 'listeden çık', 'mesaj atma', 'mesaj atmayın', 'mesaj istemiyorum', 'yazma', 'yazmayın', 'yeter', 'yeter artık', 'kes', 'kesin', 'sil', 'silin', 'beni silin', 'rahatsız etmeyin', 'rahatsız etme', 'engelle', 'bırakın', 'vazgeç', 'göndermeyin', 'gönderme', 'atmayın', 'son', 'bitir', 'sms iptal', 'istemiyorum mesaj', 'artık yazmayın', 'reddet', 'reddediyorum', 'durun'],
  polite: ['lütfen', 'lutfen', 'teşekkürler', 'teşekkür ederim', 'tesekkurler', 'sağol', 'merhaba', 'selam', 'hemen', 'şimdi', 'bana', 'beni', 'artık', 'derhal', 'bir', 'daha', 'bunu', 'ediniz', 'istiyorum', 'ya'],
  sets: {
    msgs: ['mesaj*', 'sms*', 'reklam*', 'kampanya*', 'bildirim*', 'spam*', 'tanitim*', 'duyuru*', 'whatsapp*', 'promosyon*', 'ileti*', 'msj*'],
    dont: ['atma', 'atmayin*', 'gonderme', 'gondermeyin*', 'yazma', 'yazmayin*', 'yollama', 'yollamayin*', 'istemiyorum', 'istemiyoruz', 'istemem', 'aramayin*', 'ulasmayin*', 'gelmesin', 'iletmeyin*', 'atmasaniz', 'gondermesen*'],
    remove: ['sil', 'silin*', 'siler*', 'kaldir*', 'cikar*', 'cikart*', 'iptal'],
  },
  rules: ['{msgs} ~3 {dont}', '{dont} ~2 {msgs}', 'bana ~3 (yazmayin*|yazma|atmayin*|gondermeyin*|ulasmayin*)', 'bir daha ~3 (yazma*|atma*|gonderme*|arama*|rahatsiz|{dont})', '{msgs} ~2 (iptal|durdur*|kes*|kapat*|son)', '{msgs} ~2 (almak|gormek|gelmesini) ~1 istemiyorum', 'numara* ~2 {remove}', 'listeden ~2 (cik*|sil*|kaldir*)', 'listenizden ~2 (cik*|sil*|kaldir*)', 'abonelik* ~2 (iptal|cik*|sonlandir*|ayril*|birak*)', 'aboneligi* ~2 (iptal|sonlandir*|bitir*)', 'rahatsiz ~1 etme*', '(izin|onay*|rizami) ~2 (geri|iptal)', 'uyelik* ~2 iptal', '^ artik ~1 istemiyorum $', '(sms|mesaj) ret', 'beni ~2 (sil*|cikar*) ~1', 'rahat birak*'],
  unless: ['siparis* ~2 iptal', 'randevu* ~2 iptal', 'rezervasyon* ~2 iptal', '{msgs} (gelmedi|almadim|ulasmadi|yok)', '(silmeyin|durdurmayin|iptal etmeyin)', 'nerede dur*'],
  doubtful: ['istemiyorum', 'ilgilenmiyorum', 'gerek yok', 'kapat', 'hayır istemiyorum'],
  subscribe: ['abone', 'abone ol', 'abone olmak', 'tekrar abone', 'üye ol'],
  start: ['başla', 'başlat', 'devam', 'başlatın', 'devam et'],
}

const italian: ReplyLanguage = {
  code: 'it',
  alone: ['basta', 'basta messaggi', 'basta pubblicita', 'cancella', 'cancellami', 'cancellatemi', 'cancellare', 'cancellazione', 'annulla', 'disiscrivimi', 'disiscrivetemi', 'disiscrizione', 'disiscriviti', 'disiscrivere', 'disiscrivermi', 'cancella iscrizione', 'annulla iscrizione', 'rimuovi', 'rimuovimi', 'rimuovetemi', 'fermate', 'ferma', 'fermatevi', 'smettila', 'smettetela', 'smettete', 'non scrivermi', 'non scrivetemi', 'toglimi', 'toglietemi', 'eliminami', 'revoca', 'disdetta', 'disdire', 'esci', 'uscire', 'lasciatemi in pace', 'lasciami in pace', 'non disturbare', 'bloccare'],
  polite: ['per favore', 'perfavore', 'per cortesia', 'grazie', 'ciao', 'salve', 'buongiorno', 'subito', 'ora', 'adesso', 'voglio', 'vorrei', 'prego', 'immediatamente', 'vi prego', 'mi'],
  sets: {
    msgs: ['messagg*', 'sms', 'pubblicita', 'promozion*', 'spam', 'offerte', 'notific*', 'mail', 'newsletter', 'comunicazion*', 'whatsapp', 'msg', 'nulla', 'niente'],
    send: ['mandat*', 'inviat*', 'scriv*', 'mandar*', 'inviar*', 'mandi', 'invii', 'contatt*', 'disturb*', 'chiam*', 'mandate', 'invi*'],
    remove: ['cancell*', 'rimuov*', 'elimin*', 'togli*', 'toglie*'],
  },
  rules: ['non ~2 {send} piu', 'non ~1 {send} ~2 {msgs}', 'non (mi|ci) {send}', 'non (scrivetemi|scrivermi|mandatemi|mandarmi|inviatemi|inviarmi|contattatemi|contattarmi|disturbatemi|chiamatemi) ~3', '(smett*|finite*|finitela|piantatela|smettila) di ~2 {send} ~2', 'non ~1 (voglio|desidero|vorrei|vogliamo) ~1 (piu )?(ricevere|{msgs}) ~2', 'non (voglio|desidero) piu', 'basta ~2 {msgs}', 'niente piu {msgs}', 'non piu {msgs}', '{remove} ~2 (mio numero|mio contatto|miei dati|mio nome|questo numero)', '(cancellami|cancellatemi|rimuovimi|rimuovetemi|toglimi|toglietemi|eliminami|eliminatemi) ~3', 'disiscri*', 'annull* ~2 iscrizione', 'cancell* ~2 iscrizione', 'revoc* ~2 consenso', 'ritir* ~2 consenso', '(lasciatemi|lasciami) in pace', 'stop ~1 {msgs}', 'togli* ~2 lista'],
  unless: ['basta cosi', 'basta che', 'non ho ~1 ricevuto', 'annull* ~2 (ordine|prenotazione|appuntamento)', 'cancell* ~2 (ordine|prenotazione|appuntamento)', 'non smett*', 'non cancell*', 'non (mandat*|inviat*) ~2 (oggi|domani)', 'non mi avete (mandato|inviato|scritto|contattato)', 'non mi (hanno|ha) ~1 (mandato|inviato|scritto)'],
  doubtful: ['non mi interessa', 'non interessato', 'non sono interessato', 'non sono interessata', 'fine', 'fermo'],
  subscribe: ['iscrivimi', 'iscriviti', 'iscrivetemi', 'voglio iscrivermi'],
  start: ['inizia', 'riprendi', 'iniziare', 'attiva'],
}

const slavic: ReplyLanguage = {
  code: 'ru uk pl',
  alone: [
    ...['стоп', 'стоп рассылка', 'отписка', 'отписаться', 'отпишите', 'отпишите меня', 'отпиши', 'отписываюсь', 'хватит', 'прекратите', 'прекрати', 'довольно', 'отмена', 'отменить', 'отмените подписку', 'удалите', 'удалите меня', 'удалить', 'не писать', 'не пишите', 'не беспокоить', 'не беспокойте', 'отстаньте', 'отвалите', 'отвяжитесь', 'спам', 'остановите', 'выйти', 'отказ', 'отказываюсь', 'заблокировать'],
    ...['відписатися', 'відписка', 'відпишіть', 'відпишіть мене', 'досить', 'припиніть', 'зупиніть', 'видаліть', 'не пишіть', 'скасувати', 'відмова', 'не турбуйте'],
    ...['wypisz', 'wypisz mnie', 'wypisac', 'rezygnuje', 'rezygnacja', 'koniec', 'przestancie', 'przestan', 'dosc', 'usun', 'usun mnie', 'anuluj', 'nie pisz', 'nie piszcie', 'nie pisac', 'odsubskrybuj', 'wypis', 'stop'],
  ],
  polite: ['пожалуйста', 'плиз', 'спасибо', 'здравствуйте', 'привет', 'добрый день', 'сейчас', 'немедленно', 'хочу', 'прошу', 'все', 'меня', 'будь ласка', 'дякую', 'прошу', 'prosze', 'dziekuje', 'dzieki', 'dzien dobry', 'natychmiast', 'chce', 'mnie', 'juz', 'уже', 'я', 'это'],
  sets: {
    ru: ['сообщени*', 'смс', 'рассылк*', 'реклам*', 'спам*', 'письм*', 'смски', 'уведомлени*', 'предложени*', 'ничего'],
    uk: ['повідомлен*', 'смс', 'розсилк*', 'реклам*', 'спам*'],
    pl: ['wiadomosc*', 'sms*', 'reklam*', 'spam*', 'ofert*', 'newsletter*', 'nic', 'powiadom*'],
  },
  rules: [
    ...['не ~2 (пишите|пиши|присылайте|присылай|отправляйте|шлите|звоните|беспокойте|писать|присылать|шли|тревожьте) ~1 (мне|нам|больше|меня|сюда|на этот|ничего|$)', '(больше|никогда) ~2 не ~1 (пишите|пиши|присылайте|присылай|отправляйте|шлите|беспокойте|звоните)', 'не ~1 (присылайте|отправляйте|шлите|присылай|отправляй) ~3 {ru}', '(хватит|прекратите|перестаньте|прекрати|перестань|остановите|отключите|прекратить) ~2 (писать|присылать|слать|отправлять|беспокоить|спамить|{ru})', 'не (хочу|желаю|хотим) ~2 (получать|{ru}|видеть) ~2', 'отпи*', 'отпишите', 'отписаться', 'отписать', '(удалите|уберите|удали|убери|исключите|вычеркните|сотрите) ~2 (мой номер|мои данные|меня|мой телефон|номер|из списка|из базы|из рассылки)', 'отмен* ~1 подписк*', 'отозвать ~1 согласие', 'отзываю ~1 согласие', 'оставьте ~1 в покое', 'без (рассылок|рекламы)', 'стоп ~1 {ru}'],
    ...['не ~2 (пишіть|надсилайте|присилайте|шліть|турбуйте|писати) ~2', '(досить|припиніть|перестаньте) ~2 (писати|надсилати|слати|{uk})', 'не хочу ~2 (отримувати|{uk})', 'відпи*', '(видаліть|приберіть) ~2 (мій номер|мене|номер)', 'скас* ~1 підписк*'],
    ...['nie ~2 (pisz|pisac|piszcie|wysylaj*|przysylaj*|wysylac|kontaktuj*|dzwon*) ~2 (do mnie|mi|wiecej|juz|{pl}|$)', '(przestan*|skoncz*) ~2 (pisac|wysylac|spamowac|{pl})', 'nie chce ~3 (otrzymywac|dostawac|{pl}) ~2', '(wypisz*|wypisac|wypisuje|usun*|skresl*) ~2 (mnie|sie|moj numer|numer|moje dane)', '(rezygn*) ~2 (z subskrypcji|subskrypcj*|{pl}|newsletter*)', 'anuluj* ~1 subskrypcj*', 'cofam zgode', 'wycofuje zgode', 'stop ~1 {pl}', '(dajcie|daj) mi spokoj', 'zadnych ~1 {pl}'],
  ],
  unless: ['не пришл*', 'не приход*', 'не получ* ~9 $', 'отмен* ~1 (заказ*|запис*|брон*)', 'не отмен*', 'не удал*', 'не отпис*', 'не прийшл*', 'не отрима* ~9 $', 'скас* ~1 замовл*', 'anuluj* ~1 (zamowien*|rezerwacj*|wizyt*)', 'nie dosta* ~9 $', 'nie otrzyma* ~9 $', 'остановк*', 'nie usuw*', 'не присылайте ~2 (сегодня|завтра)'],
  doubtful: ['не интересно', 'не интересует', 'не надо', 'не нужно', 'не цікаво', 'не треба', 'nie interesuje', 'nie jestem zainteresowany', 'nie chce', 'конец'],
  subscribe: ['подписаться', 'подпишите меня', 'хочу получать сообщения', 'підписатися', 'zapisz mnie', 'subskrybuj'],
  start: ['начать', 'старт', 'возобновить', 'почати', 'zacznij', 'wznow'],
}

const dutch: ReplyLanguage = {
  code: 'nl',
  alone: ['afmelden', 'afmelding', 'uitschrijven', 'uitschrijving', 'schrijf me uit', 'schrijf mij uit', 'meld me af', 'meld mij af', 'stoppen', 'stop ermee', 'hou op', 'ophouden', 'genoeg', 'verwijder', 'verwijderen', 'verwijder mij', 'verwijder me', 'opzeggen', 'annuleren', 'annuleer', 'geen berichten', 'geen berichten meer', 'geen reclame', 'geen reclame meer', 'laat me met rust', 'laat mij met rust', 'niet meer sturen', 'niet meer', 'blokkeren', 'einde'],
  polite: ['alsjeblieft', 'alstublieft', 'aub', 'svp', 'graag', 'dank je', 'dank u', 'bedankt', 'dank', 'hallo', 'hoi', 'nu', 'direct', 'meteen', 'ik wil', 'ik wil graag', 'mij', 'me', 'wil', 'ik', 'beste'],
  sets: { msgs: ['bericht*', 'sms*', 'reclame', 'mail*', 'appjes', 'spam', 'nieuwsbrie*', 'aanbieding*', 'whatsapp*', 'promotie*', 'meldingen', 'niets', 'niks'] },
  rules: ['geen ~1 {msgs} ~1 meer', 'geen {msgs} ~1 (ontvangen|krijgen|sturen)', '(stuur|stuurt|sturen|zend) ~2 (niet|geen|niets|niks) ~2', 'stop ~1 met ~2 (sturen|berichten|appen|{msgs})', '(stop|stopt) ~1 {msgs}', '(wil|wens) ~1 (geen|niet|niets) ~1 {msgs}', '(wil|wens) ~1 niet* ~2 (ontvangen|krijgen)', 'niet meer ~2 (sturen|appen|schrijven|benaderen|ontvangen|contacteren|storen)', 'uitschrijven', 'schrijf (me|mij) ~1 uit', 'meld (me|mij) ~1 af', '(wil|graag|me|mij) ~2 afmelden $', '(verwijder|haal|schrap) ~1 (mijn nummer|mijn gegevens|mijn naam|mij uit|me uit|mij van|me van)', '(laat) (me|mij) met rust', 'toestemming ~1 (in|intrekken)', 'val me niet lastig'],
  unless: ['geen ~1 {msgs} (ontvangen|gekregen|gehad) $', 'heb ~2 geen ~9 $', 'annule* ~2 (bestelling|afspraak|reservering)', 'bestelling ~1 annuleren', 'niet ~1 (afmelden|uitschrijven|verwijderen)', 'stop niet'],
  doubtful: ['geen interesse', 'niet geinteresseerd', 'klaar'],
  subscribe: ['inschrijven', 'abonneren', 'ik wil berichten ontvangen'],
  start: ['aanmelden', 'beginnen', 'hervatten'],
}

/** Swahili, Yoruba's and Hausa's few words, Filipino, Vietnamese. */
const others: ReplyLanguage = {
  code: 'sw vi tl ha',
  alone: ['acha', 'acheni', 'simama', 'simamisha', 'sitisha', 'ondoa', 'niondoe', 'jiondoe', 'kujiondoa', 'toa', 'usitume', 'usinitumie', 'msinitumie', 'ghairi', 'huy', 'huy dang ky', 'dung', 'dung lai', 'ngung', 'tu choi', 'dung gui', 'huy bo', 'dung nhan tin', 'itigil', 'tigil', 'tama na', 'huwag na', 'ayoko na', 'alisin', 'daina', 'ka daina', 'ku daina', 'a daina', 'da duro', 'e duro', 'kwusi'],
  polite: ['tafadhali', 'asante', 'sasa', 'hii', 'vui long', 'xin', 'lam on', 'cam on', 'ngay', 'pakiusap', 'po', 'salamat', 'paki', 'don allah', 'nao'],
  sets: { vi: ['tin nhan', 'tin', 'quang cao', 'sms', 'nhan tin', 'thong bao'], sw: ['ujumbe', 'jumbe', 'meseji', 'sms', 'matangazo', 'message*', 'msg'] },
  rules: ['(acha|acheni|sitisha) ~1 (kutuma|kunitumia|kunisumbua) ~2', '(usinitumie|msinitumie|usitume|msitume|usinisumbue|msinisumbue) ~3', 'sitaki ~2 {sw}', '(ondoa|futa|toa|niondoe|nitoe) ~2 (namba|nambari|orodha|kwenye orodha)', '(dung|ngung|khong) ~2 (gui|nhan|lam phien) ~2 (nua|tin|toi|cho toi|quang cao)', 'khong muon nhan ~3', 'huy (dang ky|nhan tin)', '(xoa|bo) ~1 so ~2 (toi|minh)', 'huwag ~3 (mag|magtext|magpadala|message*|text*) ~3', 'tanggalin ~2 (number|numero|ako)', 'alisin ~2 (number|numero|ako)', 'ayoko ~2 (message*|text*|makatanggap)', '(daina|ka daina|ku daina) ~1 (turo|aiko) ~3'],
  unless: ['huy ~1 (don|lich|dat)', 'dung gio', 'sijapata ~9 $'],
  doubtful: ['sitaki', 'khong can', 'khong', 'ayoko', 'basta na'],
  subscribe: ['dang ky', 'jiunge'],
  start: ['anza', 'bat dau', 'simulan'],
}

const eastAsian: ReplyLanguage = {
  code: 'zh ja ko th',
  unspaced: true,
  alone: ['停止', '停', '退订', '退訂', '取消', '取消订阅', '取消訂閱', '拒收', '别发了', '別發了', '不要发了', 'td', '滚', '解除', '配信停止', '停止して', '退会', 'やめて', 'やめてください', 'もういい', '不要', '수신거부', '중지', '그만', '해지', '정지', '거부', 'หยุด', 'ยกเลิก', 'เลิก', 'เลิกส่ง'],
  polite: ['请', '請', '谢谢', '謝謝', 'ください', 'お願いします', 'です', '해주세요', '하세요', '주세요', 'ครับ', 'ค่ะ', 'กรุณา', '了', '吧'],
  sets: {},
  rules: ['退订', '退訂', '取消订阅', '取消訂閱', '拒收', '不要再发', '不要再發', '别再发', '別再發', '别发', '别给我发', '不要给我发', '不要發', '不要发(信息|消息|短信|广告)', '停止(发送|發送|发|發)', '不想(再)?收到', '不想(再)?接收', '删除我的(号码|电话|信息)', '把我(移除|删除|删掉)', '不要(再)?联系我', '别(再)?联系我', '别(再)?骚扰', '不要(再)?骚扰', '配信(を)?(停止|解除|不要)', '(メッセージ|連絡|メール|広告)(を|は)?(送らないで|いりません|不要|やめて|しないで|停止)', '送らないで', '送信(を)?(停止|やめて)', '登録(を)?解除', '番号(を)?削除', '退会(したい|します|希望)', '수신( )?거부', '구독( )?(취소|해지)', '(문자|메시지|메세지|연락|광고)( )?(그만|하지|보내지|중지|차단)', '보내지( )?마', '번호( )?(삭제|지워)', '(ไม่ต้อง|อย่า|หยุด|เลิก)ส่ง', 'ยกเลิก(การ)?(รับ|สมัคร|ติดตาม)', 'ไม่(ต้องการ|อยาก)(รับ|ได้)', 'ลบเบอร์'],
  unless: ['取消(订单|預約|预约|订房|訂單)', '(订单|訂單)取消', '别取消', '不要取消', '(停车|停車)', '注文(を)?キャンセル'],
  doubtful: ['不需要', '没兴趣', '不感兴趣', 'いらない', 'いりません', '결정', '필요없어요', 'ไม่สนใจ', 'ไม่เอา'],
  subscribe: ['订阅', '訂閱', '購読', '구독', 'สมัคร'],
  start: ['开始', '開始', '시작', 'เริ่ม'],
}

export const worldLanguages: readonly ReplyLanguage[] = [
  ...[arabic, indonesian, turkish, italian, slavic, dutch, others, eastAsian],
]
