/** Service books to draw in tests: an ordinary machine's, and one of five hundred entries. */
import type { Language } from '@servicebook/shared/primitives';
import type { BookEntry, ServiceBook, ServiceBookInput } from '../features/service-book/service-book.pdf.ts';

interface Words {
  country: string;
  company: [name: string, street: string, city: string];
  customer: [name: string, street: string, city: string];
  machine: [name: string, category: string, power: string];
  people: [string, string];
  event: string;
  fault: string;
  part: string;
  longWord: string;
}

const words: Record<Language, Words> = {
  pl: {
    country: 'PL',
    company: ['Zakład Serwisowy Żółta Śruba Sp. z o.o.', 'ul. Łąkowa 12', 'Łódź'],
    customer: ['Przetwórstwo Owoców Gęś i Źrebię Spółka Jawna', 'ul. Źródlana 7', 'Święciechowa'],
    machine: ['Prasa hydrauliczna PH-160', 'Prasy hydrauliczne', '400 V, 50 Hz, 22 kW'],
    people: ['Łucja Przykładowa', 'Jan Wzorcowy'],
    event: 'Operator zgłasza głośną pracę pompy i wyciek przy przyłączu siłownika głównego.',
    fault: 'Prasa traci ciśnienie po około dwudziestu minutach pracy; część wyprasek jest niedoprasowana.',
    part: 'Pompa zębata, PZ-3-2019/118',
    longWord: 'najdłuższemożliwesłowobezżadnegoodstępuktóreitakmusisięzmieścićwkolumnietekstu',
  },
  en: {
    country: 'GB',
    company: ['Example Machine Care Ltd', '4 Mill Lane', 'Sheffield'],
    customer: ['Sample Bottling Company Ltd', '21 Harbour Road', 'Bristol'],
    machine: ['Labelling machine LX 400', 'Labelling machines', '230 V, 50 Hz, 1.8 kW'],
    people: ['Sample Technician', 'Example Engineer'],
    event: 'Labels are placed up to six millimetres off after a change of format.',
    fault: 'The machine stops about twice an hour with a sensor fault; the drive belt is worn.',
    part: 'Label sensor, LS-40-2231',
    longWord: 'counterrotatingcontrarotatingdoubleshaftsynchronisationtransmissionassemblycover',
  },
  de: {
    country: 'DE',
    company: ['Muster & Söhne Maschinenservice GmbH', 'Mühlenstraße 8', 'Größenhausen'],
    customer: ['Beispiel Getränkeabfüllung GmbH & Co. KG', 'Am Föhrenbühl 31', 'Überlingen'],
    machine: ['Füll- und Verschließmaschine FV 2000', 'Abfüllanlagen', '400 V, 50 Hz, 7,5 kW'],
    people: ['Käthe Beispiel', 'Max Muster'],
    event: 'Verschließkopf schließt ungleichmäßig, jede zwanzigste Flasche ist undicht.',
    fault: 'Der Kettendurchhang ist zu groß, die Maschine bleibt bei hoher Geschwindigkeit stehen.',
    part: 'Förderkette, FK-600-77',
    longWord: 'Verschließkopfdrehmomentüberwachungseinrichtungsprüfprotokollablagevorrichtung',
  },
  it: {
    country: 'IT',
    company: ['Esempio Assistenza Macchine S.r.l.', 'Via dei Mulini 4', 'Forlì'],
    customer: ['Imbottigliamento Campione S.p.A.', 'Via del Porto 21', 'Cefalù'],
    machine: ['Etichettatrice LX 400', 'Etichettatrici', '230 V, 50 Hz, 1,8 kW'],
    people: ['Maria Esempio', 'Luca Campione'],
    event: 'Dopo il cambio formato le etichette sono fuori posizione fino a sei millimetri.',
    fault: 'La macchina si ferma due volte all’ora per un errore del sensore; la cinghia è usurata.',
    part: 'Sensore etichette, LS-40-2231',
    longWord: 'sincronizzazionedelladoppiaalberaturacontrorotantedellatrasmissioneprincipale',
  },
  es: {
    country: 'ES',
    company: ['Ejemplo Servicio de Máquinas S.L.', 'Calle Molino 4', 'Logroño'],
    customer: ['Embotelladora Muestra S.A.', 'Calle del Puerto 21', 'A Coruña'],
    machine: ['Etiquetadora LX 400', 'Etiquetadoras', '230 V, 50 Hz, 1,8 kW'],
    people: ['María Ejemplo', 'Íñigo Muestra'],
    event: 'Tras el cambio de formato las etiquetas quedan desplazadas hasta seis milímetros.',
    fault: 'La máquina se detiene dos veces por hora por un fallo del sensor; la correa está gastada.',
    part: 'Sensor de etiquetas, LS-40-2231',
    longWord: 'sincronizacióndeldobleejecontrarrotatoriodelatransmisiónprincipaldelamáquina',
  },
  ru: {
    country: 'RU',
    company: ['ООО «Образец Сервис»', 'ул. Мельничная, 4', 'Тверь'],
    customer: ['АО «Пример Розлив»', 'ул. Портовая, 21', 'Щёлково'],
    machine: ['Термоупаковочная машина ТУ-500', 'Упаковочные машины', '380 В, 50 Гц, 7,5 кВт'],
    people: ['Фёдор Образцов', 'Юлия Примерова'],
    event: 'Шов плёнки расходится после смены рулона, температура нагревателя нестабильна.',
    fault: 'Один из нагревательных элементов не держит температуру; требуется замена.',
    part: 'Нагревательный элемент, НЭ-500-12',
    longWord: 'термоусадочнопленкоупаковочноподъёмнотранспортировочнорегулировочноустройство',
  },
};

/** A machine three years old with a dozen entries; printed in November 2026. */
export function sampleBook(language: Language): ServiceBook {
  const word = words[language];
  const address = { streetAddress: word.customer[1], zipCode: '64-115', city: word.customer[2] };
  return {
    language,
    timezone: 'Europe/Warsaw',
    printedAt: '2026-11-21T13:32:05Z',
    company: {
      name: word.company[0],
      street: word.company[1],
      postalCode: '90-001',
      city: word.company[2],
      country: word.country,
      nip: '1234563218',
      phone: '+48 42 000 00 00',
    },
    machine: {
      name: word.machine[0],
      manufacturer: 'Hydrowerk',
      model: 'HW 65-120 B',
      ownNumber: 'INV-0042',
      serialNumber: 'SN-2023/0147',
      yearBuilt: 2023,
      sourcePower: word.machine[2],
      category: word.machine[1],
      status: 'OK',
      transferDate: '2024-02-12',
      warranty: 'installation',
      warrantyLength: 36,
      ...address,
      country: word.country,
      gpsLatitude: 51.06,
      gpsLongitude: 19.11,
      isPeriodicInspectionEnabled: true,
    },
    customer: {
      name: word.customer[0],
      ...address,
      country: word.country,
      phoneNumber: '+48 65 000 00 00',
      email: 'service@customer.example',
    },
    inspection: {
      lastInspection: '2026-02-10',
      isLastInspectionPast: false,
      nextInspection: '2027-02-10',
      daysToNextInspection: 81,
      daysToEndWarranty: 83,
      lastPeriod: 12,
      lastWarrantyInspectionDone: true,
    },
    history: sampleHistory(word),
  };
}

/** Five hundred entries over eleven years, with an event longer than a page and a word longer than a line. */
export function longBook(language: Language): ServiceBook {
  const word = words[language];
  const one = sampleHistory(word);
  const start = Date.UTC(2016, 0, 4, 8, 15);
  const history = Array.from({ length: 500 }, (_, index): BookEntry => {
    const entry = one[index % one.length] as BookEntry;
    const at = new Date(start + index * 8 * 24 * 3_600_000).toISOString();
    return {
      ...entry,
      key: `${entry.key}-${index}`,
      at,
      day: entry.day && at.slice(0, 10),
      text: `${entry.text} [${index}]`.trim(),
      service: entry.service && { ...entry.service, number: `${index + 1}/1/2016` },
    };
  });
  const [happened, told] = history.filter(({ kind }) => kind === 'EVENT') as [BookEntry, BookEntry];
  told.text = Array.from({ length: 900 }, (_, index) => `W${index}`).join(' ');
  happened.text = word.longWord;
  return { ...sampleBook(language), history };
}

export const inputOf = (book: ServiceBook, more: Partial<ServiceBookInput> = {}): ServiceBookInput => ({
  book,
  logo: null,
  nameplates: [],
  ...more,
});

function sampleHistory(word: Words): BookEntry[] {
  const [first, second] = word.people;
  const entry = (
    at: string,
    kind: BookEntry['kind'],
    text: string,
    who: string,
    more: Partial<BookEntry> = {},
  ): BookEntry => ({
    key: `${kind}-${at}`,
    kind,
    at,
    day: null,
    text,
    who,
    changes: [],
    service: null,
    past: null,
    types: [],
    ...more,
  });
  const protocol = (number: string, signed: boolean, types: BookEntry['types']) => ({
    service: { id: 1, number, signed, withdrawn: false },
    types,
  });
  return [
    entry('2023-03-05T23:00:00Z', 'PAST_SERVICE', word.event, second, {
      day: '2023-03-06',
      past: { id: 1, types: ['REPAIR'], number: '17/2023' },
      types: ['REPAIR'],
    }),
    entry('2024-02-05T07:41:00Z', 'CREATED', word.machine[0], first),
    entry('2024-02-05T07:50:00Z', 'IMPORTED', 'machines.xlsx', first),
    entry('2024-02-05T07:55:00Z', 'NAMEPLATE', 'nameplate.jpg', first),
    entry(
      '2024-02-12T09:15:00Z',
      'SERVICE',
      '',
      second,
      protocol('4/2/2024', true, ['INSTALLATION', 'OPERATOR_TRAINING']),
    ),
    entry('2024-02-12T11:02:00Z', 'CHANGE', word.machine[0], second, {
      changes: [
        { field: 'status', before: 'INSTALLATION', after: 'OK' },
        { field: 'transferDate', before: '', after: '2024-02-12T00:00:00.000Z' },
        { field: 'warrantyLength', before: '24', after: '36' },
      ],
    }),
    entry('2024-02-12T11:10:00Z', 'IMPORT_CHANGED', 'machines.xlsx', first),
    entry('2025-02-11T08:30:00Z', 'SERVICE', '', second, protocol('9/2/2025', true, ['PERIODIC_INSPECTION'])),
    entry('2025-09-18T05:50:00Z', 'EVENT', word.event, first),
    entry('2025-09-19T10:45:00Z', 'SERVICE', word.fault, second, protocol('25A/9/2025', true, ['REPAIR'])),
    entry('2025-09-19T11:10:00Z', 'PART', word.part, second),
    entry('2025-10-02T06:05:00Z', 'FILE', 'FV-2000_2025-10-02_rev-B.pdf', first),
    entry('2026-02-10T09:00:00Z', 'SERVICE', '', first, protocol('7/2/2026', true, ['PERIODIC_INSPECTION'])),
    entry('2026-06-30T22:30:00Z', 'CHANGE', word.machine[0], first, {
      changes: [
        { field: 'customer', before: '#12', after: word.customer[0] },
        { field: 'gpsLatitude', before: '', after: '51.06' },
        { field: 'isPeriodicInspectionEnabled', before: 'false', after: 'true' },
        { field: 'inspectionPeriodInMonths', before: '6', after: '12' },
        { field: 'spindleSpeed', before: '1200', after: '1450' },
      ],
    }),
    entry('2026-11-19T12:10:00Z', 'SERVICE', word.fault, second, protocol('31/11/2026', false, ['REPAIR'])),
  ];
}
