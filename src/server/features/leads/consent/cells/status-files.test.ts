import { describe, expect, it } from 'vitest'
import { suggestRoles } from '../../import/file/column-roles.ts'
import { rowReader } from '../../import/file/row-reader.ts'

/** A file with one column about consent, as tools and people write it: its header, refusals | those who stayed. */
const files = `
Status: Unsubscribed, Opted Out, cleaned, bounced | Subscribed, Active
SMS Marketing Status: UNSUBSCRIBED | SUBSCRIBED
WHATSAPP_BLACKLISTED: 1, true, yes | 0, false
SMS_BLACKLISTED: 1 | 0
Do Not Call: TRUE, Yes, 1, x | FALSE, No
DoNotCall: 1 | 0
Do Not Contact: Yes | No
HasOptedOutOfSMS: true | false
Opted out of WhatsApp: Yes | No
Opt-out: Y | N
optout: 1 | 0
sms_opt_out: true | false
Unsubscribed: Yes, 2026-01-05 | No
Unsubscribed from all: true | false
Unsubscribe date: 2026-01-05, 05/01/2026 |
Unsubscribed at: 2026-01-05T10:00:00Z |
Opt out date: 2026-01-05 |
Accepts SMS Marketing: no, FALSE | yes, TRUE
Accepts WhatsApp marketing: no | yes
Allow Campaign: FALSE, No | TRUE, Yes
AllowBroadcast: FALSE | TRUE
Consent: withdrawn, revoked, declined | given, yes
SMS Consent: UNSUBSCRIBED, revoked | SUBSCRIBED
Marketing consent: opted out | opted in
Marketing Permission: Unsubscribed, Objected | Granted
Marketing status: unsubscribed | subscribed
WhatsApp opt-in: revoked, opted out | yes
whatsapp_opted: opted_out | opted_in
Opted In: withdrawn | TRUE, yes
Subscription: cancelled, unsubscribed | active
Subscriber status: Unsubscribed, Bounced | Active
List status: removed, suppressed | active
Lead status: Do Not Call, DNC | New, Contacted
Contact status: blocked, blacklisted | valid
Phone Status: opted out | ok
Contact Preference: Do not contact | SMS
Broadcast: opted out | opted in
DND: Yes, DND | No
Blocked: true | false
Blacklist: yes | no
Suppressed: Yes | No
Estado: Dado de baja, Desuscrito, Cancelado | Suscrito, Activo
Baja: Sí | No
No llamar: Sí, SI, x | No
Acepta marketing por SMS: No | Sí
Situação: Descadastrado, Cancelado | Ativo, Inscrito
Não perturbe: Sim | Não
Aceita mensagens de WhatsApp: não | sim
Statut: Désabonné, Désinscrit | Abonné, Actif
Ne pas contacter: Oui | Non
Accepte le marketing par SMS: non | oui
Status: Abgemeldet, Widerrufen, Gesperrt | Angemeldet, Aktiv
Keine Werbung: Ja | Nein
SMS-Marketing akzeptiert: nein | ja
Einwilligung: widerrufen | erteilt
Stato: Disiscritto, Cancellato, Annullato | Iscritto, Attivo
Non contattare: Sì | No
Consenso: revocato, negato | concesso
स्थिति: सदस्यता समाप्त, अनसब्सक्राइब | सदस्य, सक्रिय
संपर्क न करें: हाँ | नहीं
व्हाट्सएप संदेश स्वीकार: नहीं | हाँ
الحالة: إلغاء الاشتراك, ألغى الاشتراك | مشترك, نشط
عدم الاتصال: نعم | لا
يقبل الرسائل التسويقية: لا | نعم
Status: Berhenti berlangganan | Berlangganan, Aktif
Jangan hubungi: Ya | Tidak
Setuju menerima pesan WhatsApp: tidak | ya`

/** As statuses of something else have them. */
const others = `
Order status: cancelled, refunded | paid
Stato: Annullato, Spedito | Consegnato
Estado: Cancelado, Enviado | Entregado
Payment status: declined | paid
Delivery: returned, rejected | delivered`

const read = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', refused = '', kept = ''] = /^([^:]+): (.*)\|(.*)$/.exec(line) ?? []
      const cells = (list: string) => list.split(',').flatMap((cell) => cell.trim() || [])
      return { name, refused: cells(refused), kept: [...cells(kept), ''] }
    })

function readFile(name: string, cells: readonly string[]) {
  const phones = cells.map((_, at) => `+9198230112${10 + at}`)
  const column = (called: string, all: readonly string[]) => {
    const filled = all.filter((cell) => cell !== '')
    return { name: called, filled: filled.length, cells: filled }
  }
  const names = ['Phone', name]
  const columns = suggestRoles([column('Phone', phones), column(name, cells)], {
    header: true,
    country: 'IN',
  })
  const row = rowReader({ columns, names, country: 'IN', tag: null, consent: 'opted_in' })
  return cells.map((cell, at) => {
    const reading = row([phones[at] ?? '', cell])
    if (!('lead' in reading)) throw new Error('no lead')
    return reading.lead.consent
  })
}

describe('a file whose owner says that all agreed', () => {
  it.each(read(files))('opts out whom its column $name names: $refused', ({ name, refused, kept }) => {
    const consents = readFile(name, [...refused, ...kept])
    expect(consents.slice(0, refused.length)).toEqual(refused.map(() => 'opted_out'))
    expect(consents.slice(refused.length)).not.toContain('opted_out')
  })

  it.each(read(others))('opts out nobody by $name, which is of something else', ({ name, refused, kept }) => {
    expect(readFile(name, [...refused, ...kept])).not.toContain('opted_out')
  })
})
