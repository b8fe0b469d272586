/**
 * Whose a number or name is, by its column's header, in English, Spanish, Portuguese, Hindi (also in Latin letters) and
 * Indonesian: of who serves the person or is called for them, of who acts for them, or of the person.
 */
export type ColumnOwner = 'another' | 'near' | 'customer' | 'plain'

const another = wordsOf(`
  sales|sales ?(man|men|person|woman|rep|executive|agent)|agents?|brokers?|reps?|representative|advis[eo]r|consultant|
  (account|relationship|sales|case|store|branch) (manager|executive|officer)|(lead|contact|deal|account|record) owner|
  staff|employee|attendant|handler|assign(ed|ee)( to)?|(team|staff) member|customer (care|service|support)|
  doctors?|dr|physician|therapist|nurse|teachers?|trainer|instructor|coach|driver|courier|rider|technician|
  emergency|nominee|next of kin|referr\\w*|reference|refer(ee|red by)|guarantor|
  vendedor(a|es)?|asesor(a)?|agentes?|ejecutiv[oa]|medic[oa]s?|doctor(a|es)?|dra|enfermer[oa]|emergencias?|
  urgencias?|repartidor|chofer|conductor|profesor(a)?|maestr[oa]|docente|entrenador(a)?|tecnico|emplead[oa]|
  encargad[oa]|proveedor|referid[oa]|referente|referencias?|avalista|aval|beneficiari[oa]|
  consultor(a)?|corretor(a)?|representante|atendente|doutor(a)?|entregador|motorista|professor(a)?|instrutor(a)?|
  treinador(a)?|funcionari[oa]|fornecedor|indica(cao|do|da|dor)( por)?|fiador(a)?|
  vikreta|daktar|chikitsak|apatkalin|aapatkaleen|shikshak|adhyapak|chalak|
  विक्रेता|सेल्समैन|सेल्समेन|एजेंट|सेल्स|डॉक्टर|डाक्टर|चिकित्सक|आपातकालीन|आपात|इमरजेंसी|शिक्षक|अध्यापक|ड्राइवर|नॉमिनी|नामांकित|
  penjual|agen|marketing|dokter|perawat|darurat|kurir|supir|sopir|guru|pelatih|karyawan|pegawai|petugas|penjamin|
  perujuk|referensi|ahli waris`)
const near = wordsOf(`
  address|billing|shipping|delivery|alternat\\w*|alt|secondary|parents?|guardian|assistant|
  father|mother|husband|wife|spouse|son|daughter|relative|family member|
  direccion|facturacion|envio|entrega|despacho|alternativ[oa]|secundari[oa]|padres?|madre|tutor(a)?|acudiente|
  apoderad[oa]|responsable|comercial|familiar|conyuge|espos[oa]|
  endereco|cobranca|faturamento|pai|mae|parente|responsavel|recados?|conjuge|marido|
  pita|mata|pati|patni|abhibhavak|dusra|vaikalpik|पिता|माता|पति|पत्नी|अभिभावक|संरक्षक|दूसरा|वैकल्पिक|पता|डिलीवरी|
  alamat|pengiriman|orang ?tua|ortu|ayah|ibu|wali|suami|istri|keluarga|kerabat|saudara|alternatif|cadangan|kedua`)
const customer = wordsOf(`
  customers?|cust|clients?|buyers?|patients?|students?|pupils?|guests?|consumers?|policy ?holder|insured|applicant|
  borrower|tenant|passenger|subscriber|member|
  clientas?|clientes?|comprador(a|es)?|pacientes?|alumn[oa]s?|estudiantes?|huesped|asegurad[oa]|titular|inquilin[oa]|
  pasajer[oa]|alun[oa]s?|estudantes?|hospede|segurad[oa]|passageir[oa]|
  grahak|mareez|mariz|marij|rogi|chhatra|chatra|vidyarthi|kharidar|
  ग्राहक|मरीज\u093c?|रोगी|छात्रा?|विद्यार्थी|खरीदार|
  pembeli|pelanggan|pasien|siswa|siswi|mahasiswa|murid|konsumen|nasabah|klien|tamu|penghuni`)

/** Whole words, of a header that `headerWords` has read. */
function wordsOf(choices: string): RegExp {
  return new RegExp(`(^|\\s)(${choices.replace(/\n\s*/g, '')})(\\s|$)`, 'u')
}

export function ownerOf(header: string): ColumnOwner {
  const words = headerWords(header)
  if (another.test(words)) return 'another'
  if (near.test(words)) return 'near'
  return customer.test(words) ? 'customer' : 'plain'
}

/** A header in small letters, its words apart, without the accents of Latin letters. */
export function headerWords(header: string): string {
  return (
    header
      // AllowBroadcast, phoneNumber
      .replace(/([a-z])(?=[A-Z][a-z])/g, '$1 ')
      .normalize('NFKD')
      // Hindi's vowel signs are no accents.
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/([a-z])[_.\-/]+(?=[a-z0-9])/g, '$1 ')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
  )
}
