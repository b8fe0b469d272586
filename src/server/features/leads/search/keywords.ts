type Tags = readonly (readonly [key: string, values: readonly string[]])[]

/**
 * What people type for a kind of business, and the OpenStreetMap tags that it stands under
 * (https://wiki.openstreetmap.org/wiki/Map_features). Words are singular and in lower case.
 */
const kinds: readonly [words: string, tags: Tags][] = [
  ['restaurant restaurante restoran diner eatery bistro', [['amenity', ['restaurant']]]],
  [
    'cafe café coffee coffee-shop kafe cafetería cafeteria tea-house',
    [
      ['amenity', ['cafe']],
      ['shop', ['coffee', 'tea']],
    ],
  ],
  ['fast-food takeaway takeout street-food', [['amenity', ['fast_food', 'food_court']]]],
  ['bar pub biergarten', [['amenity', ['bar', 'pub', 'biergarten']]]],
  ['nightclub disco', [['amenity', ['nightclub']]]],
  [
    'ice-cream gelato heladería sorveteria',
    [
      ['amenity', ['ice_cream']],
      ['shop', ['ice_cream']],
    ],
  ],
  [
    'bakery baker cake cake-shop panadería panaderia padaria boulangerie bäckerei toko-roti',
    [['shop', ['bakery', 'pastry', 'confectionery']]],
  ],
  ['sweet sweet-shop mithai confectionery', [['shop', ['confectionery', 'chocolate', 'pastry']]]],
  [
    'pharmacy chemist medical-store farmacia farmácia apotek pharmacie apotheke',
    [
      ['amenity', ['pharmacy']],
      ['shop', ['chemist']],
    ],
  ],
  [
    'clinic klinik clínica',
    [
      ['amenity', ['clinic', 'doctors']],
      ['healthcare', ['clinic', 'centre']],
    ],
  ],
  [
    'doctor physician médico arzt médecin dokter',
    [
      ['amenity', ['doctors', 'clinic']],
      ['healthcare', ['doctor']],
    ],
  ],
  [
    'dentist dental dental-clinic dentista zahnarzt dentiste dokter-gigi',
    [
      ['amenity', ['dentist']],
      ['healthcare', ['dentist']],
    ],
  ],
  [
    'hospital rumah-sakit krankenhaus hôpital',
    [
      ['amenity', ['hospital']],
      ['healthcare', ['hospital']],
    ],
  ],
  ['veterinary vet animal-clinic veterinario veterinário tierarzt', [['amenity', ['veterinary']]]],
  ['optician eyewear óptica optica optiker', [['shop', ['optician']]]],
  ['physiotherapist physiotherapy fisioterapia', [['healthcare', ['physiotherapist']]]],
  ['laboratory diagnostic-centre pathology', [['healthcare', ['laboratory']]]],
  ['school escuela escola sekolah école schule', [['amenity', ['school']]]],
  ['college university universidad universidade universitas', [['amenity', ['college', 'university']]]],
  ['kindergarten preschool nursery-school playschool', [['amenity', ['kindergarten', 'childcare']]]],
  [
    'coaching coaching-class tuition training-center training-centre language-school',
    [
      ['amenity', ['language_school', 'prep_school', 'training', 'music_school']],
      ['office', ['educational_institution']],
    ],
  ],
  ['driving-school autoescuela autoescola fahrschule', [['amenity', ['driving_school']]]],
  ['bank banco', [['amenity', ['bank']]]],
  ['gas-station petrol-pump petrol-station fuel gasolinera', [['amenity', ['fuel']]]],
  [
    'gym fitness fitness-centre fitness-center crossfit gimnasio academia',
    [['leisure', ['fitness_centre', 'sports_centre']]],
  ],
  [
    'yoga yoga-studio',
    [
      ['leisure', ['fitness_centre']],
      ['sport', ['yoga']],
    ],
  ],
  [
    'dance-studio dance-school',
    [
      ['leisure', ['dance']],
      ['amenity', ['dancing_school']],
    ],
  ],
  [
    'spa massage',
    [
      ['leisure', ['spa', 'sauna']],
      ['shop', ['massage', 'beauty']],
    ],
  ],
  [
    'beauty beauty-salon beauty-parlour beauty-parlor salon nail-salon kosmetik',
    [['shop', ['beauty', 'hairdresser', 'cosmetics']]],
  ],
  [
    'hairdresser barber hair-salon peluquería peluqueria barbería barbershop cabeleireiro coiffeur friseur',
    [['shop', ['hairdresser']]],
  ],
  ['tattoo tattoo-studio', [['shop', ['tattoo']]]],
  [
    'clothes clothing boutique fashion garment ropa roupa vêtement kleidung butik',
    [['shop', ['clothes', 'boutique', 'fashion']]],
  ],
  ['shoe footwear zapatería schuhe', [['shop', ['shoes']]]],
  ['jewelry jewellery jeweller jeweler joyería joalheria bijouterie juwelier', [['shop', ['jewelry']]]],
  [
    'tailor sastre schneider penjahit',
    [
      ['craft', ['tailor', 'dressmaker']],
      ['shop', ['tailor']],
    ],
  ],
  [
    'supermarket supermercado grocery grocer kirana mini-market minimarket',
    [['shop', ['supermarket', 'convenience', 'grocery', 'general']]],
  ],
  ['convenience convenience-store corner-shop', [['shop', ['convenience']]]],
  ['butcher meat carnicería açougue metzger', [['shop', ['butcher']]]],
  ['vegetable greengrocer fruit', [['shop', ['greengrocer']]]],
  ['electronics electronics-shop elektronik', [['shop', ['electronics', 'appliance', 'computer']]]],
  ['mobile mobile-shop mobile-phone phone-shop cellphone celular', [['shop', ['mobile_phone']]]],
  ['computer computer-shop', [['shop', ['computer']]]],
  ['furniture mueble móvel möbel meubel', [['shop', ['furniture', 'interior_decoration', 'bed', 'kitchen']]]],
  [
    'hardware hardware-store ferretería ferreteria quincaillerie baumarkt',
    [['shop', ['hardware', 'doityourself', 'trade']]],
  ],
  [
    'bookshop bookstore book-shop book-store librería libreria livraria librairie',
    [['shop', ['books', 'stationery']]],
  ],
  ['stationery stationer papelería papelaria', [['shop', ['stationery']]]],
  ['toy toy-shop juguetería', [['shop', ['toys']]]],
  ['gift gift-shop souvenir', [['shop', ['gift']]]],
  ['florist flower flower-shop floristería floricultura fleuriste blumen', [['shop', ['florist']]]],
  ['pet pet-shop', [['shop', ['pet', 'pet_grooming']]]],
  ['sport sports-shop', [['shop', ['sports', 'outdoor']]]],
  ['bicycle bike bike-shop bicicleta', [['shop', ['bicycle']]]],
  ['car-dealer car-showroom dealership concesionario', [['shop', ['car']]]],
  [
    'car-repair garage mechanic auto-repair taller mecánico oficina bengkel werkstatt',
    [['shop', ['car_repair', 'tyres', 'motorcycle_repair']]],
  ],
  ['car-wash lavadero lava-jato', [['amenity', ['car_wash']]]],
  ['car-rental rent-a-car', [['amenity', ['car_rental']]]],
  ['motorcycle motorbike two-wheeler', [['shop', ['motorcycle', 'motorcycle_repair']]]],
  ['hotel resort hôtel', [['tourism', ['hotel', 'motel', 'resort']]]],
  [
    'guest-house homestay hostel lodge pousada posada pension penginapan',
    [['tourism', ['guest_house', 'hostel', 'chalet', 'apartment']]],
  ],
  ['museum museo museu', [['tourism', ['museum', 'gallery']]]],
  [
    'travel travel-agency travel-agent tour-operator agencia-de-viajes',
    [
      ['shop', ['travel_agency']],
      ['office', ['travel_agent', 'travel_agency']],
    ],
  ],
  [
    'estate-agent real-estate realtor property-dealer inmobiliaria imobiliária makler',
    [['office', ['estate_agent', 'property_management']]],
  ],
  [
    'lawyer attorney law-firm advocate abogado advogado avocat anwalt notary',
    [['office', ['lawyer', 'notary']]],
  ],
  [
    'accountant chartered-accountant ca tax-advisor contador contable steuerberater',
    [['office', ['accountant', 'tax_advisor', 'financial', 'financial_advisor']]],
  ],
  ['insurance insurance-agent seguro versicherung assurance', [['office', ['insurance']]]],
  [
    'it software software-company it-company',
    [
      ['office', ['it']],
      ['shop', ['computer']],
    ],
  ],
  ['architect arquitecto arquiteto architekt', [['office', ['architect']]]],
  ['advertising marketing-agency advertising-agency', [['office', ['advertising_agency', 'marketing']]]],
  ['ngo charity', [['office', ['ngo', 'charity', 'foundation', 'association']]]],
  ['company office', [['office', ['company']]]],
  [
    'coworking coworking-space',
    [
      ['office', ['coworking']],
      ['amenity', ['coworking_space']],
    ],
  ],
  ['electrician electricista eletricista elektriker', [['craft', ['electrician']]]],
  ['plumber plomero fontanero encanador klempner', [['craft', ['plumber']]]],
  ['carpenter carpintero carpinteiro tischler', [['craft', ['carpenter', 'joiner', 'cabinet_maker']]]],
  ['painter pintor maler', [['craft', ['painter']]]],
  [
    'photographer photo-studio fotógrafo fotograf',
    [
      ['craft', ['photographer']],
      ['shop', ['photo', 'photo_studio']],
    ],
  ],
  [
    'caterer catering',
    [
      ['craft', ['caterer']],
      ['shop', ['catering']],
    ],
  ],
  [
    'printer printing print-shop copy-shop imprenta gráfica druckerei',
    [
      ['shop', ['copyshop', 'printing']],
      ['craft', ['printer']],
    ],
  ],
  ['laundry dry-cleaner dry-cleaning lavandería lavanderia', [['shop', ['laundry', 'dry_cleaning']]]],
  [
    'event event-planner wedding-planner wedding-hall banquet banquet-hall',
    [
      ['amenity', ['events_venue', 'conference_centre']],
      ['shop', ['party', 'wedding']],
      ['office', ['event_management']],
    ],
  ],
  ['cinema cine kino', [['amenity', ['cinema']]]],
  ['shop store tienda loja toko laden boutique', [['shop', []]]],
]

/** Words of Hindi, in the singular, for the kinds above. */
const hindi: readonly [english: string, words: string][] = [
  ['restaurant', 'रेस्टोरेंट रेस्तरां रेस्तराँ रेस्टोरेन्ट भोजनालय ढाबा ढाबे'],
  ['cafe', 'कैफे कैफ़े कॉफी-शॉप'],
  ['bakery', 'बेकरी केक-की-दुकान'],
  ['sweet shop', 'मिठाई मिठाई-की-दुकान हलवाई'],
  ['pharmacy', 'मेडिकल मेडिकल-स्टोर दवाखाना दवा-की-दुकान दवाई-की-दुकान फार्मेसी केमिस्ट'],
  ['clinic', 'क्लिनिक क्लीनिक'],
  ['doctor', 'डॉक्टर चिकित्सक'],
  ['dentist', 'दंत-चिकित्सक डेंटिस्ट'],
  ['hospital', 'अस्पताल हॉस्पिटल'],
  ['school', 'स्कूल विद्यालय'],
  ['college', 'कॉलेज महाविद्यालय'],
  ['coaching', 'कोचिंग'],
  ['bank', 'बैंक'],
  ['petrol pump', 'पेट्रोल-पंप'],
  ['gym', 'जिम व्यायामशाला'],
  ['yoga', 'योग'],
  ['beauty parlour', 'ब्यूटी-पार्लर पार्लर'],
  ['hairdresser', 'नाई सैलून'],
  ['clothes', 'कपड़े कपड़े-की-दुकान बुटीक'],
  ['shoe', 'जूते जूते-की-दुकान'],
  ['jewelry', 'ज्वेलर्स ज्वैलर्स सुनार'],
  ['tailor', 'दर्जी दर्ज़ी'],
  ['supermarket', 'सुपरमार्केट किराना किराना-दुकान किराना-स्टोर'],
  ['mobile shop', 'मोबाइल मोबाइल-शॉप मोबाइल-की-दुकान'],
  ['furniture', 'फर्नीचर'],
  ['hardware', 'हार्डवेयर'],
  ['bookshop', 'किताब-की-दुकान पुस्तक-भंडार'],
  ['florist', 'फूलवाला फूल-की-दुकान'],
  ['garage', 'गैराज गैरेज'],
  ['hotel', 'होटल'],
  ['guest house', 'गेस्ट-हाउस धर्मशाला'],
  ['travel agency', 'ट्रैवल-एजेंसी'],
  ['lawyer', 'वकील'],
  ['electrician', 'इलेक्ट्रीशियन बिजली-मिस्त्री'],
  ['plumber', 'प्लंबर नलसाज'],
  ['carpenter', 'बढ़ई'],
  ['photographer', 'फोटोग्राफर फ़ोटोग्राफ़र'],
  ['laundry', 'धोबी लॉन्ड्री'],
  ['cinema', 'सिनेमा'],
  ['shop', 'दुकान'],
]

const table = new Map<string, Tags>()
/** The first word of each kind, which stands for all of them. */
const kindNames = new Map(kinds.map(([words, tags]) => [tags, words.split(' ', 1)[0] ?? '']))
for (const [words, tags] of kinds) {
  for (const word of words.split(' ')) {
    const plain = fold(word.replaceAll('-', ' '))
    if (!table.has(plain)) table.set(plain, tags)
  }
}

for (const [english, words] of hindi) {
  const tags = table.get(english)
  for (const word of tags ? words.split(' ') : []) table.set(fold(word.replaceAll('-', ' ')), tags ?? [])
}

/** The tags behind a keyword, whether it stands in the singular or the plural. */
export function tagsOfKeyword(keyword: string): Tags | undefined {
  const word = fold(keyword)
  const forms = [
    word,
    word.replace(/s$/, ''),
    word.replace(/es$/, ''),
    word.replace(/ies$/, 'y'),
    word.replace(/(?:ियाँ|ियां|ियों)$/, 'ी'),
    word.replace(/(?:ों|ें)$/, ''),
  ]
  for (const form of forms) {
    const tags = table.get(form) ?? table.get(form.replace(/ (?:shop|store|service|center|centre)$/, ''))
    if (tags) return tags
  }
  return undefined
}

/** What a search asks for. One of the two is there. */
export type Search = { keyword: string | null; place: string | null }

/** Between a keyword and a place, in the users' languages. */
const between =
  /^(.+?)\s+(?:in|near|around|at|en|em|no|na|cerca de|perto de|di|dekat|à|près de|bei|nahe|في)\s+(.+)$/iu
/** In Hindi the word stands behind the place: "पुणे में बेकरी", "Pune mein bakery". */
const behind =
  /^(.+?)\s+(?:(?:के|की|ke|ki)\s+(?:पास|आसपास|आस-पास|नज़दीक|नजदीक|निकट|paas|pas)(?:\s+(?:की|के|का|ki|ke|ka))?|(?:में|मे|mein)(?:\s+(?:की|के|का))?|का|की|के)\s+(.+)$/iu

/**
 * Takes a search apart: "bakery in Pune", "dentist Pune", "Pune hotels", "Pune", "bakery".
 * A text with neither a known keyword nor a word between is taken as a place first.
 */
export function readSearch(text: string): Search {
  const query = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:in|near|around)\s+/i, '')
  if (tagsOfKeyword(query)) return { keyword: query, place: null }
  const [, what, where] = between.exec(query) ?? []
  if (what && where) return { keyword: what.replace(/,$/, '').trim(), place: where }
  const [, place, kind] = behind.exec(query) ?? []
  if (place && kind) {
    // Some write the words of Hindi in the order of English.
    const turned = tagsOfKeyword(place) !== undefined && tagsOfKeyword(kind) === undefined
    return turned ? { keyword: place, place: kind } : { keyword: kind, place }
  }
  const words = query.split(' ')
  for (let taken = Math.min(3, words.length - 1); taken > 0; taken--) {
    const head = words.slice(0, taken).join(' ').replace(/,$/, '')
    if (tagsOfKeyword(head)) return { keyword: head, place: words.slice(taken).join(' ') }
    const tail = words.slice(-taken).join(' ')
    if (tagsOfKeyword(tail))
      return { keyword: tail, place: words.slice(0, -taken).join(' ').replace(/,$/, '') }
  }
  return { keyword: null, place: query }
}

/** The same for all spellings of one query: capitals, accents, spaces, punctuation, singular and order of words. */
export function searchKey(query: string): string {
  const { keyword, place } = readSearch(query)
  const tags = tagsOfKeyword(keyword ?? '')
  return JSON.stringify([tags ? kindNames.get(tags) : wordsOf(keyword), wordsOf(place)])
}

function wordsOf(text: string | null): string {
  const words = fold(text ?? '').split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter(Boolean).sort().join(' ')
}

/** Accents say little in Latin, Greek and Cyrillic writing; in Indian ones the same marks are vowels. */
function fold(text: string): string {
  const bare = text
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
  return bare.normalize('NFC').replace(/\s+/g, ' ').toLowerCase().trim()
}
