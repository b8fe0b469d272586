import { describe, expect, it } from 'vitest'
import { list } from './languages/reply-language.ts'
import { readReply } from './read-reply.ts'

/** Yes, good, thanks, no problem and hello, as customers write them, in each language that replies are read in. */
const everyday: Readonly<Record<string, string[]>> = {
  en: list`
    yes, yeah, yep, ok, okay, sure, fine, ok fine, good, great, nice, perfect, thanks, thank you, no problem, no worries,
    hello, alright, right, done, correct, of course,
    not spam`,
  es: list`
    sí, claro, vale, bueno, bien, muy bien, está bien, perfecto, gracias, de nada, no hay problema, sin problema, hola,
    de acuerdo, listo, dale, sale`,
  pt: list`
    sim, claro, ok, tá bom, tudo bem, ótimo, beleza, obrigado, de nada, sem problema, olá, oi, bom dia, certo, valeu,
    pode ser, combinado`,
  fr: list`
    oui, d'accord, ok, bien, très bien, parfait, merci, merci beaucoup, de rien, pas de problème, pas de souci, bonjour,
    salut, ça marche, super, bien sûr, volontiers`,
  de: list`
    ja, ok, gut, sehr gut, prima, super, danke, vielen dank, bitte, kein problem, hallo, genau, alles klar, passt, gerne,
    in ordnung, einverstanden, stimmt`,
  hi: list`
    हाँ, जी, जी हाँ, ठीक है, ठीक, अच्छा, बहुत अच्छा, सही, धन्यवाद, शुक्रिया, नमस्ते, कोई बात नहीं, कोई दिक्कत नहीं, बढ़िया, हो गया,
    बिल्कुल`,
  'hi-Latn': list`
    haan, ji, theek hai, thik, acha, accha, achha, achaa, acha ji, acha sir, acha thank you, bahut acha, sahi hai,
    shukriya, namaste, koi baat nahi, badhiya, ho gaya, bilkul, haanji`,
  mr: list`
    हो, होय, ठीक आहे, बरं, चांगलं, छान, मस्त, धन्यवाद, नमस्कार, काही हरकत नाही, ho, thik aahe, chan, dhanyavad,
    kahi harkat nahi, barobar, chalel`,
  bn: list`
    হ্যাঁ, জি, ঠিক আছে, ভালো, খুব ভালো, ধন্যবাদ, নমস্কার, সমস্যা নেই, আচ্ছা, সালাম, thik ache, bhalo, dhonnobad, somossa nai,
    acha`,
  ta: list`
    ஆம், சரி, நல்லது, நன்றி, வணக்கம், பரவாயில்லை, ஓகே, aam, sari, seri, nalladhu, nandri, vanakkam, paravayilla`,
  te: list`
    అవును, సరే, మంచిది, ధన్యవాదాలు, నమస్కారం, పర్వాలేదు, బాగుంది, avunu, sare, manchidi, dhanyavadalu, namaskaram,
    parvaledu, alage`,
  gu: list`હા, ઠીક છે, સારું, બરાબર, આભાર, નમસ્તે, વાંધો નહીં, સરસ, thik che, saru, barabar, aabhar, vandho nahi, kem cho`,
  pa: list`ਹਾਂ, ਜੀ, ਠੀਕ ਹੈ, ਚੰਗਾ, ਬਹੁਤ ਵਧੀਆ, ਧੰਨਵਾਦ, ਸਤ ਸ੍ਰੀ ਅਕਾਲ, ਕੋਈ ਗੱਲ ਨਹੀਂ, han ji, changa, vadhiya, dhanvaad, koi gal nahi`,
  kn: list`
    ಹೌದು, ಸರಿ, ಒಳ್ಳೆಯದು, ಧನ್ಯವಾದಗಳು, ನಮಸ್ಕಾರ, ಪರವಾಗಿಲ್ಲ, ಚೆನ್ನಾಗಿದೆ, howdu, sari, olleyadu, dhanyavadagalu, paravagilla,
    aaytu`,
  ml: list`അതെ, ശരി, നല്ലത്, നന്ദി, നമസ്കാരം, കുഴപ്പമില്ല, athe, sheri, nallathu, nanni, namaskaram, kuzhappamilla, aayikotte`,
  ur: list`
    ہاں, جی, جی ہاں, ٹھیک ہے, اچھا, بہت اچھا, شکریہ, السلام علیکم, کوئی بات نہیں, کوئی مسئلہ نہیں, بالکل, صحیح,
    koi masla nahi, jee acha, acha jee, salam`,
  ar: list`
    نعم, ايوه, تمام, طيب, حسنا, ماشي, جيد, ممتاز, شكرا, عفوا, لا مشكلة, مافي مشكلة, مرحبا, السلام عليكم, اكيد, زين,
    ان شاء الله, naam, tamam, shukran, mafi mushkila`,
  id: list`
    ya, iya, oke, baik, bagus, siap, boleh, terima kasih, makasih, sama-sama, tidak apa-apa, tak apa-apa, gapapa,
    tidak masalah, halo, betul, mantap, sip, sudah, udah`,
  tr: list`
    evet, tamam, olur, peki, iyi, güzel, teşekkürler, sağol, sorun değil, sorun yok, merhaba, selam, tabii, rica ederim,
    kesinlikle, harika, doğru`,
  it: list`
    sì, va bene, ok, bene, molto bene, perfetto, grazie, grazie mille, prego, nessun problema, ciao, certo, d'accordo,
    ottimo, figurati, esatto, a posto`,
  ru: list`
    да, хорошо, ок, ладно, отлично, спасибо, пожалуйста, нет проблем, без проблем, привет, здравствуйте, конечно, понятно,
    верно, не за что`,
  uk: list`так, добре, гаразд, дякую, будь ласка, немає проблем, без проблем, привіт, вітаю, чудово, звичайно, зрозуміло`,
  pl: list`
    tak, dobrze, dobra, okej, świetnie, super, dziękuję, dzięki, proszę, nie ma problemu, nie ma za co, cześć, oczywiście,
    jasne, zgoda, spoko`,
  nl: list`
    ja, oké, goed, prima, mooi, dank je, bedankt, graag gedaan, geen probleem, geen zorgen, hallo, hoi, natuurlijk, zeker,
    klopt, akkoord, top`,
  sw: list`ndiyo, sawa, sawa sawa, nzuri, vizuri, asante, asante sana, karibu, hakuna shida, habari, jambo, poa, haya, vyema`,
  vi: list`
    vâng, dạ, có, được, tốt, rất tốt, cảm ơn, không sao, không vấn đề gì, xin chào, chào, đồng ý, đúng rồi, đúng vậy,
    chính xác`,
  fil: list`oo, opo, sige, sige po, ayos, mabuti, salamat, salamat po, walang problema, kumusta, tama, okay lang, pwede`,
  ha: list`eh, toh, lafiya, lafiya lau, nagode, na gode, madalla, babu matsala, sannu, ina kwana, yauwa, da kyau`,
  yo: list`bẹẹni, beeni, o dara, o da, ẹ ṣé, e se, ko si wahala, ẹ káàárọ̀, bawo ni, mo gba, o ti dara`,
  ig: list`ee, ọ dị mma, o di mma, daalụ, dalu, imela, nsogbu adighi, ndewo, kedu, ezigbo, eziokwu`,
  zh: list`是, 是的, 好, 好的, 可以, 行, 不错, 谢谢, 没问题, 不客气, 你好, 对, 没关系, 明白, 收到`,
  ja: list`はい, 了解です, いいですよ, 大丈夫です, ありがとう, 問題ない, こんにちは, お願いします, わかりました, どういたしまして, 構いません`,
  ko: list`네, 예, 좋아요, 알겠습니다, 괜찮아요, 감사합니다, 고마워요, 문제없어요, 안녕하세요, 물론이죠, 맞아요, 그래요`,
  th: list`ใช่, ค่ะ, ครับ, ได้, ดี, ดีมาก, ตกลง, โอเค, ขอบคุณ, ไม่เป็นไร, ไม่มีปัญหา, สวัสดี, แน่นอน, รับทราบ`,
}

describe('an everyday word', () => {
  it.each(Object.entries(everyday))(
    'of %s ends and asks nothing, whatever it means elsewhere',
    (_, words) => {
      const taken = words
        .flatMap((word) => [word, word.toUpperCase(), `${word} 👍`, `ok ${word}`])
        .filter((text) => readReply(text) !== undefined)
      expect(taken).toEqual([])
    },
  )

  it.each(['đúng', 'kesin', 'red', 'stp', 'خلاص'])(
    'is asked where it is as likely an opt-out: %s',
    (word) => {
      expect(readReply(word)).toBe('doubtful')
    },
  )

  it.each(['Acha kutuma ujumbe', 'do not spam', 'not spam me', 'tidak apa-apa, jangan kirim lagi'])(
    'takes nothing from an opt-out: %s',
    (text) => {
      expect(readReply(text)).toBe('stop')
    },
  )
})

describe('a cancel', () => {
  it.each(['cancel', 'CANCEL!', 'cancelar', 'batal', 'iptal et', 'annuler', 'cancel stop'])(
    'by itself is an opt-out: %s',
    (text) => {
      expect(readReply(text)).toBe('stop')
    },
  )

  it.each([
    'please cancel',
    'I want to cancel',
    'quiero cancelar',
    'quero cancelar',
    'mau batal',
    'batal kak',
  ])('that may be of an order is asked: %s', (text) => {
    expect(readReply(text)).toBe('doubtful')
  })
})
