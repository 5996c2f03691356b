/**
 * The invoice as a structured e-invoice, FA(3) of the Polish KSeF. Element names and their order are the schema's
 * (http://crd.gov.pl/wzor/2025/06/25/13775/), which a test holds every kind of invoice against.
 */
import { writeXml, type XmlElement } from '../../platform/xml.ts';
import {
  type InvoiceDocument,
  type InvoiceLine,
  type InvoiceParty,
  type RateTotal,
  totalsByRate,
} from './invoice-document.ts';
import { invoiceWording } from './invoice-pdf-texts.ts';

/** Which pair of fields sums a VAT rate, net and VAT. */
const rateFields: Record<number, [net: string, vat: string | null]> = {
  23: ['P_13_1', 'P_14_1'],
  8: ['P_13_2', 'P_14_2'],
  5: ['P_13_3', 'P_14_3'],
  0: ['P_13_6_1', null],
};

/**
 * @returns null if the invoice is not for KSeF: not from a Polish taxpayer to a buyer in Poland, or with details that
 *   FA(3) does not allow, such as an invalid tax number or another country's VAT rate
 */
export function writeKsef(invoice: InvoiceDocument): string | null {
  const { seller, buyer, lines } = invoice;
  const sellerNip = asNip(seller.nip);
  const isPolish = seller.country === 'PL' && buyer.country === 'PL';
  const isBuyerKnown = buyer.nip.trim() === '' || asNip(buyer.nip) !== null;
  if (!isPolish || !sellerNip || !isBuyerKnown) return null;
  if (lines.some(({ vatRate }) => !rateFields[vatRate])) return null;
  return writeXml([
    'Faktura',
    [header(invoice), sellerOf(seller, sellerNip), buyerOf(buyer), content(invoice)],
    { xmlns: 'http://crd.gov.pl/wzor/2025/06/25/13775/' },
  ]);
}

const header = ({ issuedAt }: InvoiceDocument): XmlElement => [
  'Naglowek',
  [
    ['KodFormularza', 'FA', { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }],
    ['WariantFormularza', '3'],
    ['DataWytworzeniaFa', issuedAt],
    ['SystemInfo', 'Servicebook'],
  ],
];

const sellerOf = (seller: InvoiceParty, nip: string): XmlElement => [
  'Podmiot1',
  [
    [
      'DaneIdentyfikacyjne',
      [
        ['NIP', nip],
        ['Nazwa', short(seller.name, 512)],
      ],
    ],
    address(seller),
  ],
];

const buyerOf = (buyer: InvoiceParty): XmlElement => {
  const nip = asNip(buyer.nip);
  return [
    'Podmiot2',
    [
      ['DaneIdentyfikacyjne', [nip ? ['NIP', nip] : ['BrakID', '1'], ['Nazwa', short(buyer.name, 512)]]],
      address(buyer),
      // Neither a unit of local government nor a member of a VAT group; we do not ask buyers for it.
      ['JST', '2'],
      ['GV', '2'],
    ],
  ];
};

function address({ country, street, postalCode, city }: InvoiceParty): XmlElement | null {
  const [first, second] = [street, `${postalCode} ${city}`].filter((line) => line.trim() !== '');
  if (!first) return null;
  return [
    'Adres',
    [['KodKraju', country], ['AdresL1', short(first, 512)], second ? ['AdresL2', short(second, 512)] : null],
  ];
}

function content(invoice: InvoiceDocument): XmlElement {
  const { number, issuedOn, soldOn, currency, lines, total, corrects, language } = invoice;
  const { unit } = invoiceWording(language);
  return [
    'Fa',
    [
      ['KodWaluty', currency],
      ['P_1', issuedOn],
      ['P_2', number],
      // Only a day other than the day of issue is told.
      soldOn === issuedOn ? null : ['P_6', soldOn],
      ...totalsByRate(lines).flatMap(rateTotal),
      ['P_15', money(total.gross)],
      noSpecialTerms,
      ...(corrects ? correctionOf(corrects) : [['RodzajFaktury', 'VAT'] satisfies XmlElement]),
      ...lines.map((line, index) => lineOf(line, index + 1, unit(line.unit))),
      corrects ? null : paid(soldOn),
    ],
  ];
}

function rateTotal({ vatRate, net, vat }: RateTotal): XmlElement[] {
  const [netField, vatField] = rateFields[vatRate] ?? [];
  const fields: XmlElement[] = [];
  if (netField) fields.push([netField, money(net)]);
  if (vatField) fields.push([vatField, money(vat)]);
  return fields;
}

/** The mandatory notes, none of which applies: cash accounting, self-billing, reverse charge, split payment, exemption … */
const noSpecialTerms: XmlElement = [
  'Adnotacje',
  [
    ['P_16', '2'],
    ['P_17', '2'],
    ['P_18', '2'],
    ['P_18A', '2'],
    ['Zwolnienie', [['P_19N', '1']]],
    ['NoweSrodkiTransportu', [['P_22N', '1']]],
    ['P_23', '2'],
    ['PMarzy', [['P_PMarzyN', '1']]],
  ],
];

/** Counts in the month of the correction; the corrected invoice is named as one without a number of KSeF. */
const correctionOf = ({
  number,
  issuedOn,
  reason,
}: NonNullable<InvoiceDocument['corrects']>): XmlElement[] => [
  ['RodzajFaktury', 'KOR'],
  ['PrzyczynaKorekty', short(reason, 256)],
  ['TypKorekty', '2'],
  [
    'DaneFaKorygowanej',
    [
      ['DataWystFaKorygowanej', issuedOn],
      ['NrFaKorygowanej', number],
      ['NrKSeFN', '1'],
    ],
  ],
];

const lineOf = (line: InvoiceLine, number: number, unit: string): XmlElement => [
  'FaWiersz',
  [
    ['NrWierszaFa', String(number)],
    ['P_7', short(line.name, 512)],
    ['P_8A', unit],
    ['P_8B', String(line.quantity)],
    ['P_9A', money(line.unitNetPrice)],
    ['P_11', money(line.net)],
    ['P_12', line.vatRate === 0 ? '0 KR' : String(line.vatRate)],
  ],
];

const paid = (on: string): XmlElement => [
  'Platnosc',
  [
    ['Zaplacono', '1'],
    ['DataZaplaty', on],
    ['PlatnoscInna', '1'],
    ['OpisPlatnosci', 'Przelewy24'],
  ],
];

const money = (minor: number): string => (minor / 100).toFixed(2);

/** One line of at most so many characters. */
const short = (text: string, length: number): string =>
  Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, length).join('').trim();

const weights = [6, 5, 7, 2, 3, 4, 5, 6, 7];

/** A Polish tax number in plain digits, its check digit right; null when it is none. */
function asNip(text: string): string | null {
  const digits = text.replace(/^\s*PL/i, '').replace(/[\s-]/g, '');
  if (!/^[1-9](\d[1-9]|[1-9]\d)\d{7}$/.test(digits)) return null;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return sum % 11 === Number(digits[9]) ? digits : null;
}
