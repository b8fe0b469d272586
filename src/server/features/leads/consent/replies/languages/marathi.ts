import { list, type ReplyLanguage } from './reply-language.ts'

export const marathi: ReplyLanguage = {
  code: 'mr',
  alone: list`
    थांबवा, थांबा, थांब, बंद करा, बंद कर, पाठवू नका, नको, नको मेसेज, मेसेज नको, काढा, काढून टाका,
    सदस्यता रद्द करा, thambva, thamba, thambava, band kara, band kar, pathvu naka, pathau naka, message nako,
    msg nako, tras deu naka, त्रास देऊ नका`,
  polite: list`कृपया, धन्यवाद, नमस्कार, मला, आता, हे, krupaya, mala, aata, he, ata`,
  sets: {
    msgs: list`मेसेज*, मॅसेज*, संदेश*, sms, message*, msg, msgs, जाहिरात*, ऑफर*, jahirat*, offer*, sandesh`,
    dont: list`नका, नकोस, नको, naka, nako, nakos, नाही पाहिजे, nahi pahije, नकोत, nakot, नये, नयेत, naye, nayet`,
  },
  rules: list`
    {msgs} ~2 {dont}, (पाठवू|pathvu|pathau|pathavu|पाठऊ) {dont}, {msgs} ~2 (बंद|थांबवा|band|thambva|thamb*),
    (नंबर|number|नाव) ~2 (काढा|काढून|delete|kadha|kadhun|डिलीट), (परत|परत|punha|parat) ~2 {dont},
    (त्रास|tras) ~1 {dont}, (यादीतून|yaditun) ~1 (काढा|kadha)`,
  unless: list`
    (दुकान|dukan) ~2 (बंद|band), बंद (आहे|असते|होते), {msgs} (आला|आले|ala|aala) (नाही|nahi),
    (आज|उद्या|aaj|udya) ~1 (पाठवू|pathvu) {dont}`,
  doubtful: list`
    नको धन्यवाद, राहू दे, राहू द्या, आत्ता नको, माझा नंबर कुठून मिळाला, nako, पुरे, pure`,
  subscribe: [],
  start: list`सुरू करा, suru kara, सुरू`,
}
