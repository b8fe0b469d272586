import { list, type ReplyLanguage } from './reply-language.ts'

export const turkish: ReplyLanguage = {
  code: 'tr',
  alone: list`
    engelliyorum, engelliyorum sizi, dur, durdur, durdurun, iptal, iptal et, iptal edin, iptal ediniz, ret, çık, çıkış, çıkar, çıkarın,
    abonelik iptal, aboneliği iptal et, abonelikten çık, abonelikten çıkmak, listeden çık, çıkmak istiyorum, mesaj atma,
    mesaj atmayın, mesaj istemiyorum, yazma, yazmayın, yeter, yeter artık, kes, sil, silin,
    beni silin, rahatsız etmeyin, rahatsız etme, engelle, bırakın, vazgeç, göndermeyin, gönderme, atmayın,
    son, bitir, sms iptal, istemiyorum mesaj, artık yazmayın, reddet, reddediyorum, durun`,
  polite: list`
    lütfen, lutfen, teşekkürler, teşekkür ederim, tesekkurler, sağol, merhaba, selam, hemen, şimdi, bana,
    beni, artık, derhal, bir, daha, bunu, ediniz, istiyorum, ya`,
  sets: {
    msgs: list`
      mesaj*, sms*, reklam*, kampanya*, bildirim*, spam*, tanitim*, duyuru*, whatsapp*, promosyon*, ileti*,
      msj*`,
    dont: list`
      atma, atmayin*, gonderme, gondermeyin*, yazma, yazmayin*, yollama, yollamayin*, istemiyorum,
      istemiyoruz, istemem, aramayin*, ulasmayin*, gelmesin, iletmeyin*, atmasaniz, gondermesen*`,
    remove: list`sil, silin*, siler*, kaldir*, cikar*, cikart*, iptal`,
  },
  rules: list`
    {msgs} ~3 {dont}, {dont} ~2 {msgs}, bana ~3 (yazmayin*|yazma|atmayin*|gondermeyin*|ulasmayin*),
    bir daha ~3 (yazma*|atma*|gonderme*|arama*|rahatsiz|{dont}), {msgs} ~2 (iptal|durdur*|kes*|kapat*|son),
    {msgs} ~2 (almak|gormek|gelmesini) ~1 istemiyorum, numara* ~2 {remove}, listeden ~2 (cik*|sil*|kaldir*),
    listenizden ~2 (cik*|sil*|kaldir*), abonelik* ~2 (iptal|cik*|sonlandir*|ayril*|birak*),
    aboneligi* ~2 (iptal|sonlandir*|bitir*), rahatsiz ~1 etme*, (izin|onay*|rizami) ~2 (geri|iptal),
    uyelik* ~2 iptal, ^ artik ~1 istemiyorum $, (sms|mesaj) ret, beni ~2 (sil*|cikar*) ~1, rahat birak*,
    (spam|reklam) (yapmayin|yapma|atmayin|gondermeyin), (uyelikten|abonelikten|gruptan) (cik*|ayril*), (mesaj*|sms|reklam*) (gelmesin|gelmesin artik|istemiyorum) , iptal (et|edin) ~1 mesaj*, kampanya mesaj* istemiyorum`,
  unless: list`
    siparis* ~2 iptal, randevu* ~2 iptal, rezervasyon* ~2 iptal, {msgs} (gelmedi|almadim|ulasmadi|yok),
    (silmeyin|durdurmayin|iptal etmeyin), nerede dur*`,
  doubtful: list`
    red, kesin, sikayet edecegim, yine mi, yine mi siz, bu ne,
    hayır teşekkürler, hayır teşekkür ederim, şimdi değil, boşver, boş ver, numaramı nereden buldunuz, numaramı kimden aldınız, kalsın, istemiyorum, ilgilenmiyorum, gerek yok, kapat, hayır istemiyorum`,
  subscribe: list`abone, abone ol, abone olmak, tekrar abone, üye ol`,
  start: list`başla, başlat, devam, başlatın, devam et`,
}
