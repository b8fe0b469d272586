import type { LibraryLanguage } from './library-entry.ts'

/** What the reviewers see in place of each variable of the library. */
export const librarySamples: Readonly<Record<LibraryLanguage, Readonly<Record<string, string>>>> = {
  en_US: {
    name: 'Asha',
    order: 'A-1042',
    date: '24 November',
    time: '10:30',
    amount: '₹499',
    product: 'Kaju katli, 500 g',
    service: 'Haircut',
    discount: '20%',
    festival: 'Diwali',
    topic: 'solar panels',
    day: 'Sunday',
  },
  hi: {
    name: 'आशा',
    order: 'A-1042',
    date: '24 नवंबर',
    time: '10:30',
    amount: '₹499',
    product: 'काजू कतली, 500 ग्राम',
    service: 'हेयरकट',
    discount: '20%',
    festival: 'दिवाली',
    topic: 'सोलर पैनल',
    day: 'रविवार',
  },
  es: {
    name: 'Ana',
    order: 'A-1042',
    date: '24 de noviembre',
    time: '10:30',
    amount: '25 €',
    product: 'Turrón de almendra',
    service: 'Corte de pelo',
    discount: '20 %',
    festival: 'Navidad',
    topic: 'paneles solares',
    day: 'domingo',
  },
}
