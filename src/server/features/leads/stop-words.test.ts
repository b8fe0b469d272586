import { expect, it } from 'vitest'
import { consentWord } from './stop-words.ts'

it.each([
  ...[
    'STOP',
    'Stop.',
    ' stop!! ',
    'STOP 🛑',
    'please stop',
    'Unsubscribe',
    'opt-out',
    "Don't message me",
    'Ｓｔｏｐ',
  ],
  ...['बंद करें', 'band karo', 'BAJA', 'no más', 'Sair', 'não enviar', 'berhenti', 'توقف', 'إلغاء الاشتراك'],
  ...['Désabonner', 'DESABONNER', 'arrêter svp', 'Abmelden', 'Stopp'],
  ...['Stop promotions', 'Detener promociones', 'Hentikan promosi!', 'Keine Werbung mehr'],
])('%j ends messages', (text) => {
  expect(consentWord(text)).toBe('stop')
})

it.each(['START', 'unstop', 'शुरू करें', 'alta', 'Quero receber', 'mulai', 'اشترك', "s'abonner", 'anmelden'])(
  '%j resumes them',
  (text) => {
    expect(consentWord(text)).toBe('start')
  },
)

it.each([
  'Please stop by on Friday',
  'where is the bus stop?',
  'yes',
  'no',
  '',
  'cancel my order',
  'stop '.repeat(30),
  'Para Juan',
])('%j says nothing about consent', (text) => {
  expect(consentWord(text)).toBeUndefined()
})
