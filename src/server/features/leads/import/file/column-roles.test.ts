import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { suggestRoles } from './column-roles.ts'
import { likenessOf } from './letters.ts'
import { tableStart } from './table-start.ts'

/** What is suggested for a table's columns, by their names; columns that stay attributes or empty are left out. */
function rolesOf(header: string, ...rows: string[]) {
  const names = header.split(',')
  const table = rows.map((row) => row.split(','))
  const facts = names.map((name, at) => {
    const cells = table.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    return { name, filled: cells.length, cells }
  })
  const roles = suggestRoles(facts, { header: true, country: 'IN' })
  return Object.fromEntries(
    names.flatMap((name, at) =>
      roles[at] === 'attribute' || roles[at] === 'skip' ? [] : [[name, roles[at]]],
    ),
  )
}

describe('what columns of known exports become', () => {
  it('HubSpot: ids that could be numbers are none beside a column that is called a phone', () => {
    expect(
      rolesOf(
        'Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Unsubscribed from all email,Associated Company IDs',
        '7812345601,Asha,Rao,asha@x.in,98230 11206,9823011297,,9812345678',
        '7812345602,Ravi,Rao,ravi@x.in,98230 11207,,Yes,9812345679',
      ),
    ).toEqual({
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Email: 'email',
      'Phone Number': 'phone',
      'Mobile Phone Number': 'phone',
      'Unsubscribed from all email': 'opt_out',
    })
  })

  it.each([
    ['Jméno', { Jméno: 'name' }],
    ['Imię i nazwisko', { 'Imię i nazwisko': 'name' }],
    ['Adı Soyadı', { 'Adı Soyadı': 'name' }],
    ['Ονοματεπώνυμο', { Ονοματεπώνυμο: 'name' }],
    ['Teljes név', { 'Teljes név': 'name' }],
  ])('%s is a name', (header, roles) => {
    expect(rolesOf(`${header},Mobile`, 'Eva Nova,98230 11206', 'Jan Novy,98230 11207')).toEqual({
      ...roles,
      Mobile: 'phone',
    })
  })

  it('ids are no phones, whatever the phones are called', () => {
    expect(
      rolesOf('Lead id,Ph,Customer', '7812345601,98230 11206,Asha', '7812345602,98230 11207,Ravi'),
    ).toEqual({
      Ph: 'phone',
      Customer: 'name',
    })
    expect(rolesOf('WA ID,Name', '919823011206,Asha')).toEqual({ 'WA ID': 'phone', Name: 'name' })
  })

  it('Outlook: a number that is none of a phone', () => {
    expect(
      rolesOf(
        'First Name,Business Phone,Mobile Phone,E-mail Address,E-mail Display Name,Government ID Number,Customer Number',
        'Ann,020 2612 3457,+91 98230 11205,ann@x.in,Ann,234567890123,10020033',
      ),
    ).toEqual({
      'First Name': 'first_name',
      'Business Phone': 'phone',
      'Mobile Phone': 'phone',
      'E-mail Address': 'email',
    })
    // With nothing else to go by it is the number that there is.
    expect(rolesOf('Customer,Number', 'Ann,9.19877E+11')).toMatchObject({ Number: 'phone' })
  })

  it('Mailchimp: the address of a computer is no consent', () => {
    const header = 'Email Address,Phone Number,OPTIN_TIME,OPTIN_IP,CONFIRM_IP,TAGS'
    expect(rolesOf(header, 'a@x.in,9823011208,2023-05-01 10:22:33,1.39.22.4,1.39.22.4,x')).toMatchObject({
      OPTIN_TIME: 'consent',
      TAGS: 'tag',
    })
    expect(rolesOf(header, 'a@x.in,9823011208,,1.39.22.4,1.39.22.4,')).toEqual({
      'Email Address': 'email',
      'Phone Number': 'phone',
    })
  })

  it('WhatsApp tools write words together', () => {
    expect(
      rolesOf('Name,CountryCode,Phone,AllowBroadcast,AllowSMS', 'Asha,91,9823011213,FALSE,TRUE'),
    ).toEqual({
      Name: 'name',
      CountryCode: 'country_code',
      Phone: 'phone',
      AllowBroadcast: 'consent',
    })
  })
})

describe('names', () => {
  it.each([
    [
      'id,ad_name,adset_name,full_name,phone_number',
      '1,Summer,All,Asha Rao,p:+919823011208',
      { full_name: 'name' },
    ],
    ['Nom,Prénom,Téléphone', 'Dupont,Marie,+33612345678', { Nom: 'last_name', Prénom: 'first_name' }],
    ['Name,Vorname,Handy', 'Groß,Eva,+4915123456783', { Name: 'last_name', Vorname: 'first_name' }],
    [
      'Nombre,Apellidos,Móvil',
      'José,Peña Ruiz,+34612345678',
      { Nombre: 'first_name', Apellidos: 'last_name' },
    ],
    ['Nome,Sobrenome,Celular', 'João,Silva,+5511987654321', { Nome: 'first_name', Sobrenome: 'last_name' }],
    ['नाम,उपनाम,मोबाइल', 'आशा,राव,9823011208', { नाम: 'first_name', उपनाम: 'last_name' }],
    [
      'الاسم الأول,اسم العائلة,رقم الجوال',
      'سارة,العلي,+971501234567',
      { 'الاسم الأول': 'first_name', 'اسم العائلة': 'last_name' },
    ],
    ['Name,First Name,Phone', 'Asha Rao,Asha,9823011208', { Name: 'name' }],
    [
      'Display Name,First Name,Last Name,Mobile',
      'ash_99,Asha,Rao,9823011208',
      { 'First Name': 'first_name', 'Last Name': 'last_name' },
    ],
    ['Profile Name,Phone', 'Asha,9823011208', { 'Profile Name': 'name' }],
  ])('%s', (header, row, expected) => {
    const roles = rolesOf(header, row)
    const names = Object.entries(roles).filter(([, role]) => String(role).endsWith('name'))
    expect(Object.fromEntries(names)).toEqual(expected)
  })
})

describe('a column of somebody else', () => {
  const own = '+5511987654321'
  const other = '+5511912345678'
  it.each([
    [
      'Salesman,Salesman phone,Customer,Phone',
      `Ravi,${other},Asha,${own}`,
      { Customer: 'name', Phone: 'phone' },
    ],
    [
      'Doctor,Doctor mobile,Patient,Patient mobile',
      `Dr Rao,${other},Asha,${own}`,
      { Patient: 'name', 'Patient mobile': 'phone' },
    ],
    [
      'Vendedor,Telefone do vendedor,Cliente,Telefone do cliente',
      `Rui,${other},Ana,${own}`,
      { Cliente: 'name', 'Telefone do cliente': 'phone' },
    ],
    ['Nombre,Teléfono de emergencia,Celular', `Ana,${other},${own}`, { Nombre: 'name', Celular: 'phone' }],
    ['डॉक्टर का नाम,डॉक्टर मोबाइल,मरीज,मोबाइल', `राव,${other},आशा,${own}`, { मरीज: 'name', मोबाइल: 'phone' }],
    [
      'Daktar ka naam,Grahak ka naam,Mobile',
      `Rao,Asha,${own}`,
      { 'Grahak ka naam': 'name', Mobile: 'phone' },
    ],
    [
      'Nombre del producto,Cliente,Teléfono',
      `Zapato rojo,Ana,${own}`,
      { Cliente: 'name', Teléfono: 'phone' },
    ],
    ['Nama Barang,Pembeli,No HP', `Sepatu,Siti,${own}`, { Pembeli: 'name', 'No HP': 'phone' }],
    ['Nominee name,Mobile,Policy holder', `Ravi,${own},Asha`, { 'Policy holder': 'name', Mobile: 'phone' }],
    ['Doctor name,Patient name,Mobile', `Rao,Asha,${own}`, { 'Patient name': 'name', Mobile: 'phone' }],
    ['Nama,Nama Pelanggan,No HP', `Toko A,Siti,${own}`, { 'Nama Pelanggan': 'name', 'No HP': 'phone' }],
  ])('is a field where the person has their own: %s', (header, row, roles) => {
    expect(rolesOf(header, row)).toEqual(roles)
  })

  it.each([
    ['Doctor name,Doctor mobile', `Rao,${own}`, { 'Doctor name': 'name', 'Doctor mobile': 'phone' }],
    ['Cliente,Nombre,Celular', `sí,Ana,${own}`, { Nombre: 'name', Celular: 'phone' }],
    [
      'Nome,Telefone do responsável,Celular',
      `Ana,${other},${own}`,
      { Nome: 'name', 'Telefone do responsável': 'phone', Celular: 'phone' },
    ],
  ])('is the lead’s where there is no other, or it acts for the person: %s', (header, row, roles) => {
    expect(rolesOf(header, row)).toEqual(roles)
  })
})

describe('what never becomes a phone', () => {
  it.each([
    ['Record ID,Name', '9823011201,Asha', '9823011202,Ravi'],
    ['Kundennummer,Name', '9823011201,Asha', '9876543210,Ravi'],
    ['Last IP,Name', '92.51.66.69,Asha', '41.71.23.61,Ravi'],
    ['Created,Name', '2026-11-20,Asha', '2026-11-21,Ravi'],
    ['Something,Name', '9823011201,Asha', '9823011202,Ravi', '9823011203,Eva'],
    ['Something,Name', '20261120,Asha', '20261121,Ravi', '20250301,Eva'],
  ])('%s', (header, ...rows) => {
    expect(Object.values(rolesOf(header, ...rows))).not.toContain('phone')
  })
})

describe('the country of each row', () => {
  it('is found by the words of the header and the cells', () => {
    expect(rolesOf('First Name,Phone,Country', 'Ann,415 555 2671,United States')).toMatchObject({
      Country: 'country_code',
    })
    expect(rolesOf('Name,Telefon,Land', 'Eva,0171 5736723,Deutschland')).toMatchObject({
      Land: 'country_code',
    })
    expect(rolesOf('Name,Phone,Billing Country,Phone Code', 'Ann,415 555 2671,India,+1')).toMatchObject({
      'Phone Code': 'country_code',
    })
    expect(rolesOf('Name,Phone,Country', 'Ann,415 555 2671,12')).not.toHaveProperty('Country')
  })
})

describe('a column of consent', () => {
  it.each([
    'WhatsApp ok?',
    'WhatsApp OK',
    'WhatsApp (yes/no)',
    'WhatsApp',
    'OK to WhatsApp',
    'Accepts SMS Marketing',
    'WhatsApp erlaubt',
  ])('%s', (header) => {
    expect(rolesOf(`Name,Phone,${header}`, 'Asha,9823011208,yes', 'Ravi,9823011209,no')).toMatchObject({
      Phone: 'phone',
      [header]: 'consent',
    })
  })

  it('is not one of e-mail, and not a number', () => {
    const header = 'Phone,Accepts Email Marketing,WhatsApp No'
    expect(rolesOf(header, '9823011208,yes,9823011209')).toEqual({ Phone: 'phone', 'WhatsApp No': 'phone' })
  })
})

describe('columns of refusals in the languages of the users', () => {
  it.each([
    [
      'Nama,No HP,Status Langganan',
      'Siti,+6281234567891,Aktif',
      'Agus,+6281234567892,Berhenti',
      'Status Langganan',
      'consent',
    ],
    [
      'Nombre,WhatsApp,Estado de suscripción',
      'Pía,+34612345679,Activo',
      'Ana,+34612345678,Baja voluntaria',
      'Estado de suscripción',
      'consent',
    ],
    [
      'Nom complet,Mobile,Date de désinscription',
      'Zoé Noël,+33612345678,',
      'Théo Lis,+33612345679,12/03/2024',
      'Date de désinscription',
      'opt_out',
    ],
    ['Name,Mobil,SMS', 'Uwe,+4915123456789,ja', 'Ilse,+491715551234,nein', 'SMS', 'consent'],
    [
      'Nome,Celular,Status',
      'Ana,+5511987654322,Descadastrado',
      'Rui,+5511987654323,Inativo',
      'Status',
      'consent',
    ],
    [
      'الاسم,رقم الجوال,الموافقة',
      'سارة,+971501234568,لا',
      'منى,+201012345678,ألغى الاشتراك',
      'الموافقة',
      'consent',
    ],
    [
      'Nama,No HP,Langganan',
      'Siti,+6281234567891,tidak',
      'Agus,+6281234567892,berhenti',
      'Langganan',
      'consent',
    ],
    ['姓名,手机号,状态', '王,+8613800138000,已订阅', '李,+8613800138001,退订', '状态', 'consent'],
    ['Имя,Телефон,Подписка', 'Юлия,+79123456790,отписан', 'Пётр,+79123456789,да', 'Подписка', 'consent'],
    [
      'Nom,Mobile,Refuse la prospection',
      'Zoé,+33612345678,non',
      'Luc,+33612345679,oui',
      'Refuse la prospection',
      'opt_out',
    ],
    [
      'Nombre,Móvil,No desea publicidad',
      'Pía,+34612345679,x',
      'Ana,+34612345678,',
      'No desea publicidad',
      'opt_out',
    ],
    [
      'Name,Handy,Werbung erlaubt',
      'Uwe,+4915123456789,ja',
      'Ilse,+491715551234,nein',
      'Werbung erlaubt',
      'consent',
    ],
  ])('%s', (header, one, other, column, role) => {
    expect(rolesOf(header, one, other)).toMatchObject({ [column]: role })
  })

  it('are no statuses of orders, notes, or numbers: in Indonesian "No" is one', () => {
    expect(
      rolesOf(
        'Nama,No WhatsApp,Order status,Notes',
        'Siti,+6281234567891,Cancelled,unsubscribed from the gym',
        'Budi,+6281234567892,Delivered,likes cake',
      ),
    ).toEqual({ Nama: 'name', 'No WhatsApp': 'phone' })
  })
})

it('finds the header of a short list below titles, with a total at its end', () => {
  const rows = [
    ['Customer report', '', ''],
    ['Generated on: 15/01/2024 10:00', '', ''],
    ['', '', ''],
    ['Full name', 'WhatsApp number', 'Remarks'],
    ['Asha Rao', '9820012345', 'ok'],
    ['Ravi K', '9820112346', ''],
    ['Total: 2', '', ''],
  ]
  expect(tableStart(rows, 'IN')).toEqual({ first_row: 4, header: true })
})

it('knows the dotted capital of Turkish as one of its letters', () => {
  const bytes = iconv.encode('İpek Çağ, İzmir; Özgür Işık, İptal', 'windows-1254')
  const likeness = (encoding: 'windows-1254' | 'windows-1250') =>
    likenessOf(iconv.decode(bytes, encoding), encoding)
  expect(likeness('windows-1254')).toBe(1)
  expect(likeness('windows-1250')).toBeLessThan(1)
})
