/** Snapshots to draw in tests: an ordinary protocol, and one that tries everything a layout can stumble over. */
import { createHash } from 'node:crypto';
import type { Language } from '@servicebook/shared/primitives';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import sharp from 'sharp';
import type { ProtocolPdfInput } from '../features/service/service.pdf.ts';
import { canonicalJson } from '../platform/canonical-json.ts';

type Machine = ProtocolSnapshot['machines'][number];

interface Words {
  company: [name: string, street: string, city: string];
  customer: [name: string, street: string, city: string];
  machine: string;
  category: string;
  actions: [name: string, fields: [name: string, value: string, unit: string][]][];
  fault: string;
  technician: [first: string, last: string, position: string];
  signer: [name: string, role: string];
  longName: string;
}

const words: Record<Language, Words> = {
  pl: {
    company: ['Zakład Serwisowy Żółta Śruba Sp. z o.o.', 'ul. Łąkowa 12', 'Łódź'],
    customer: ['Przetwórstwo Owoców Gęś i Źrebię Spółka Jawna', 'ul. Źródlana 7', 'Święciechowa'],
    machine: 'Prasa hydrauliczna PH-160',
    category: 'Prasy hydrauliczne',
    actions: [
      ['Kontrola szczelności układu hydraulicznego', [['Ciśnienie robocze', '162.5', 'bar']]],
      [
        'Wymiana oleju i wkładu filtra powrotnego',
        [
          ['Ilość oleju', '38', 'l'],
          ['Klasa czystości', '18/16/13', ''],
        ],
      ],
      ['Sprawdzenie kurtyny świetlnej i wyłączników awaryjnych', []],
    ],
    fault:
      'Prasa traci ciśnienie po około dwudziestu minutach pracy. Operator zgłasza głośną pracę pompy i wyciek przy przyłączu siłownika głównego; część wyprasek jest niedoprasowana.',
    technician: ['Łucja', 'Przykładowa', 'Serwisantka układów hydraulicznych'],
    signer: ['Grażyna Wzorcowa', 'Kierowniczka utrzymania ruchu'],
    longName: 'Sprawdzenie najdłuższegomożliwegosłowabezżadnegoodstępuktóreitakmusisięzmieścićwkolumnie',
  },
  en: {
    company: ['Example Machine Care Ltd', '4 Mill Lane', 'Sheffield'],
    customer: ['Sample Bottling Company Ltd', '21 Harbour Road', 'Bristol'],
    machine: 'Labelling machine LX 400',
    category: 'Labelling machines',
    actions: [
      ['Check and adjust the label sensor', [['Position error', '0.4', 'mm']]],
      [
        'Replace the drive belt',
        [
          ['Belt tension', '210', 'N'],
          ['Part number', 'HTD-5M-600', ''],
        ],
      ],
      ['Test the emergency stop', []],
    ],
    fault:
      'Labels are placed up to six millimetres off after a change of format. The machine stops about twice an hour with a sensor fault.',
    technician: ['Sample', 'Technician', 'Field service engineer'],
    signer: ['Example Signer', 'Plant manager'],
    longName: 'Verification of the counterrotatingcontrarotatingdoubleshaftsynchronisationtransmission',
  },
  de: {
    company: ['Muster & Söhne Maschinenservice GmbH', 'Mühlenstraße 8', 'Größenhausen'],
    customer: ['Beispiel Getränkeabfüllung GmbH & Co. KG', 'Am Föhrenbühl 31', 'Überlingen'],
    machine: 'Füll- und Verschließmaschine FV 2000',
    category: 'Abfüllanlagen',
    actions: [
      ['Prüfung der Sicherheitslichtschranken und Not-Halt-Einrichtungen', []],
      [
        'Schmierung der Förderkette',
        [
          ['Kettendurchhang', '12.5', 'mm'],
          ['Schmierstoff', 'H1 lebensmittelecht', ''],
        ],
      ],
      ['Austausch der Verschleißteile am Verschließkopf', [['Drehmoment', '1.80', 'Nm']]],
    ],
    fault:
      'Die Verschlüsse sitzen nach längerer Laufzeit schief. Beim Anfahren ertönt ein lautes Geräusch aus dem Verschließkopf; die Maschine schaltet gelegentlich mit Überlast ab.',
    technician: ['Jörg', 'Mustermann', 'Servicetechniker Abfülltechnik'],
    signer: ['Käthe Beispiel', 'Betriebsleiterin'],
    longName:
      'Hochdruckreinigungsanlagenwartungsvertragsverlängerungsprüfung einschließlich Kühlschmierstoffaufbereitungsanlagendruckbehälterüberwachung',
  },
  it: {
    company: ['Officina Esempio S.r.l.', 'Via delle Prove 3', 'Forlì'],
    customer: ['Imballaggi Campione S.p.A.', 'Viale della Libertà 18', 'Cantù'],
    machine: 'Confezionatrice verticale CV 90',
    category: 'Confezionatrici',
    actions: [
      ['Regolazione delle ganasce di saldatura', [['Temperatura', '182.5', '°C']]],
      ['Sostituzione della lama', [['Durezza', '58', 'HRC']]],
      ["Verifica dell'arresto di emergenza", []],
    ],
    fault: 'La saldatura dei sacchetti non è uniforme; qualità più bassa dopo ogni cambio di formato.',
    technician: ['Tecnico', 'Esempio', 'Tecnico di assistenza'],
    signer: ['Firmataria Campione', 'Responsabile di produzione'],
    longName: "Verifica dell'elettromagneticosincronizzatoautoregolantedoppiotrasmissionedispositivo",
  },
  es: {
    company: ['Servicio Técnico Ejemplo S.L.', 'Calle de la Muestra 5', 'A Coruña'],
    customer: ['Conservas Modelo S.A.', 'Avenida del Año 14', 'Logroño'],
    machine: 'Autoclave vertical AV 600',
    category: 'Autoclaves',
    actions: [
      ['Calibración de la sonda de temperatura', [['Desviación', '0.3', '°C']]],
      ['Sustitución de la junta de la puerta', [['Diámetro', '620', 'mm']]],
      ['Comprobación de la válvula de seguridad', []],
    ],
    fault: 'El autoclave no alcanza la presión de trabajo y el ciclo dura más de lo señalado.',
    technician: ['Técnica', 'Ejemplo', 'Técnica de mantenimiento'],
    signer: ['Firmante Modelo', 'Jefe de mantenimiento'],
    longName: 'Comprobación del electroencefalografistadesproporcionadamenteautosincronizado',
  },
  ru: {
    company: ['ООО «Образец Сервис»', 'ул. Заводская, 15', 'Ярославль'],
    customer: ['АО «Пример» — завод упаковочного оборудования', 'проспект Мира, 40', 'Тверь'],
    machine: 'Термоформовочная машина ТФ-350',
    category: 'Термоформовочное оборудование',
    actions: [
      ['Проверка нагревательных элементов', [['Сопротивление', '27.5', 'Ом']]],
      [
        'Замена уплотнений вакуумной системы',
        [
          ['Разрежение', '0.85', 'бар'],
          ['Комплект', 'УВ-12', ''],
        ],
      ],
      ['Проверка аварийного останова и защитных ограждений', []],
    ],
    fault:
      'Неравномерный нагрев плёнки по ширине, брак до восьми процентов. При остановке слышен шум вакуумного насоса; объём брака растёт к концу смены.',
    technician: ['Пример', 'Образцов', 'Инженер по сервису'],
    signer: ['Подписант Примерный', 'Главный механик'],
    longName: 'Превысокомногорассмотрительствующая электрогидродинамическаячастотнорегулируемаяавтоматизация',
  },
};

/** A signature as a pen on glass leaves it. */
export const samplePath =
  'M20 96 C34 40 58 18 70 34 C82 50 44 118 30 112 C18 106 62 70 88 66 C102 64 92 92 104 90 C116 88 118 66 130 66 C140 66 132 92 144 90 C160 86 168 22 180 22 C190 22 166 96 178 98 C192 100 204 60 216 62 C226 64 212 96 226 94 C246 90 256 52 300 58 M120 118 C180 104 250 100 330 108 M262 34 L263 35';

/** One machine, three actions, signed on the screen. */
export function sampleSnapshot(language: Language = 'en'): ProtocolSnapshot {
  const word = words[language];
  const [companyName, companyStreet, companyCity] = word.company;
  const [customerName, customerStreet, customerCity] = word.customer;
  const [firstName, lastName, position] = word.technician;
  return {
    schemaVersion: 1,
    documentNumber: '25A/11/2026',
    date: '2026-11-21',
    language,
    state: 'SIGNED',
    version: 1,
    company: {
      name: companyName,
      street: companyStreet,
      postalCode: '90-001',
      city: companyCity,
      country: countries[language],
      nip: '1234563218',
      phone: '+48 42 000 00 00',
      logo: null,
    },
    customer: {
      shortName: customerName.slice(0, 20),
      fullName: customerName,
      streetAddress: customerStreet,
      zipCode: '64-115',
      city: customerCity,
      country: countries[language],
      nip: '9876543210',
      regon: '123456785',
      phoneNumber: '+48 65 000 00 00',
      email: 'service@customer.example',
    },
    machines: [machineOf(word, 1, word.actions.length)],
    types: ['PERIODIC_INSPECTION', 'REPAIR'],
    paymentType: 'WARRANTY',
    faultDescription: word.fault,
    period: 12,
    nextInspection: '2027-11-21',
    technician: { firstName, lastName, position },
    signature: {
      kind: 'DRAWN',
      signerName: word.signer[0],
      signerRole: word.signer[1],
      signedAt: '2026-11-21T13:32:05Z',
      timezone: 'Europe/Warsaw',
      drawing: { format: 'SVG_PATH', path: samplePath },
      location: { latitude: 51.06, longitude: 19.11 },
    },
  };
}

/** As protocols are signed since attachments are part of them. */
export function snapshotWithFiles(language: Language): ProtocolSnapshot {
  const names = ['photo-1.jpg', `${words[language].longName}.pdf`, `${words[language].machine}.pdf`];
  const attachments = names.map((filename, index) => ({
    filename,
    contentType: filename.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg',
    size: 2_345_678 * (index + 1),
    sha256: `${index}0f1e2d3c4b5a697`.repeat(4),
  }));
  return { ...sampleSnapshot(language), schemaVersion: 3, attachments };
}

/** A protocol with photos, every second one upright, and those photos as the renderer gets them. */
export async function snapshotWithPhotos(language: Language, count: number) {
  const photos: Record<string, Uint8Array> = {};
  const attachments: NonNullable<ProtocolSnapshot['attachments']> = [];
  for (let index = 0; index < count; index++) {
    const [width, height] = index % 2 ? [750, 1000] : [1000, 750];
    const background = `hsl(${index * 40}, 40%, 60%)`;
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    photos[sha256] = bytes;
    const filename = `photo-${index + 1}.jpg`;
    attachments.push({ filename, contentType: 'image/jpeg', size: 2_345_678, sha256, printKey: `${index}` });
  }
  const snapshot: ProtocolSnapshot = { ...sampleSnapshot(language), schemaVersion: 7, attachments };
  return { snapshot, photos };
}

/** Eight machines, eighty actions, words longer than a line, every service type. */
export function largeSnapshot(language: Language): ProtocolSnapshot {
  const word = words[language];
  return {
    ...sampleSnapshot(language),
    machines: Array.from({ length: 8 }, (_, index) => machineOf(word, index + 1, 10, word.longName)),
    types: ['PERIODIC_INSPECTION', 'REPAIR', 'OPERATOR_TRAINING', 'INSTALLATION', 'PRE_ASSEMBLMENT_PROTOCOL'],
    paymentType: 'UNDER_WARRANTOR_DECISION',
    faultDescription: Array.from({ length: 6 }, () => word.fault).join(' '),
  };
}

/** The renderer's input for a signed snapshot. */
export function signedInput(
  snapshot: ProtocolSnapshot,
  more: Partial<ProtocolPdfInput> = {},
): ProtocolPdfInput {
  const { version } = snapshot;
  return { snapshot, draft: false, version, snapshotSha256: canonicalJson(snapshot).sha256, ...more };
}

/** The renderer's input for an unsigned protocol. */
export function draftInput(snapshot: ProtocolSnapshot): ProtocolPdfInput {
  const unsigned: ProtocolSnapshot = { ...snapshot, state: 'NEW', version: 0, signature: null };
  return { snapshot: unsigned, draft: true, version: 0, snapshotSha256: null };
}

const countries: Record<Language, string> = { pl: 'PL', en: 'GB', de: 'DE', it: 'IT', es: 'ES', ru: 'RU' };

function machineOf(word: Words, order: number, count: number, longName?: string): Machine {
  const actions = Array.from({ length: count }, (_, index) => {
    const [name, fields] = word.actions[index % word.actions.length] as Words['actions'][number];
    return {
      name: longName && index === 4 ? longName : name,
      quantity: index % 4 === 3 ? 2.5 : 1,
      fields: fields.map(([fieldName, value, unit]) => ({ name: fieldName, value, unit })),
    };
  });
  return {
    id: order,
    name: word.machine,
    serialNumber: `SN-2019/0${order}47`,
    category: word.category,
    address: `${word.customer[1]}, 64-115 ${word.customer[2]}`,
    actions,
  };
}
