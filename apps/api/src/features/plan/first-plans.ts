// The plans every installation starts with. They are data from then on: a price, limit or text that somebody changed in
// the database is never set back.
import type { Database } from '../../platform/tenancy.ts';

interface PlanText {
  name: string;
  description: string;
  functions: string[];
}

const free = {
  code: 'FREE',
  type: 'FREE',
  monthNetPrice: 0,
  yearNetPrice: 0,
  maxUsers: 1,
  storageMegabytes: 1000,
} as const;
const premium = {
  code: 'PREMIUM',
  type: 'DEFAULT',
  monthNetPrice: 900,
  yearNetPrice: 9000,
  storageMegabytes: 10_000,
} as const;
const both = { vatRate: 23, currency: 'USD' } as const;
const freeProtocols = 10;

const texts: Record<string, { free: PlanText; premium: PlanText }> = {
  pl: {
    free: {
      name: 'Darmowy',
      description: 'Dla jednego serwisanta, który chce poznać Servicebook na prawdziwych maszynach.',
      functions: [
        '1 użytkownik',
        `${freeProtocols} podpisanych protokołów w miesiącu`,
        'Baza maszyn i klientów bez ograniczeń',
        'Protokoły serwisowe w PDF z podpisem na ekranie telefonu',
        'Przeglądy okresowe i lista zadań',
      ],
    },
    premium: {
      name: 'Premium',
      description: 'Dla całego działu serwisu: tylu użytkowników, ilu potrzeba, każdy z własną licencją.',
      functions: [
        'Dowolna liczba użytkowników, licencja na każdego',
        'Podpisane protokoły bez limitu',
        'Baza maszyn i klientów bez ograniczeń',
        'Protokoły serwisowe w PDF z podpisem na ekranie telefonu',
        'Przeglądy okresowe i lista zadań',
        'Statystyki protokołów według pracowników',
      ],
    },
  },
  en: {
    free: {
      name: 'Free',
      description: 'For one technician who wants to try Servicebook on real machines.',
      functions: [
        '1 user',
        `${freeProtocols} signed protocols a month`,
        'Unlimited machines and customers',
        'Service protocols as PDF, signed on the phone screen',
        'Periodic inspections and to-do list',
      ],
    },
    premium: {
      name: 'Premium',
      description: 'For the whole service team: as many users as you need, each with a licence.',
      functions: [
        'Any number of users, one licence each',
        'Unlimited signed protocols',
        'Unlimited machines and customers',
        'Service protocols as PDF, signed on the phone screen',
        'Periodic inspections and to-do list',
        'Statistics of protocols per employee',
      ],
    },
  },
  de: {
    free: {
      name: 'Kostenlos',
      description: 'Für einen Servicetechniker, der Servicebook an echten Maschinen kennenlernen möchte.',
      functions: [
        '1 Benutzer',
        `${freeProtocols} unterschriebene Protokolle im Monat`,
        'Maschinen und Kunden ohne Begrenzung',
        'Serviceprotokolle als PDF, auf dem Smartphone unterschrieben',
        'Wiederkehrende Prüfungen und Aufgabenliste',
      ],
    },
    premium: {
      name: 'Premium',
      description: 'Für die ganze Serviceabteilung: so viele Benutzer wie nötig, jeder mit eigener Lizenz.',
      functions: [
        'Beliebig viele Benutzer, je eine Lizenz',
        'Unterschriebene Protokolle ohne Begrenzung',
        'Maschinen und Kunden ohne Begrenzung',
        'Serviceprotokolle als PDF, auf dem Smartphone unterschrieben',
        'Wiederkehrende Prüfungen und Aufgabenliste',
        'Auswertung der Protokolle nach Mitarbeitern',
      ],
    },
  },
  it: {
    free: {
      name: 'Gratuito',
      description: 'Per un tecnico che vuole provare Servicebook su macchine vere.',
      functions: [
        '1 utente',
        `${freeProtocols} verbali firmati al mese`,
        'Macchine e clienti senza limiti',
        'Verbali di assistenza in PDF, firmati sullo schermo del telefono',
        'Ispezioni periodiche ed elenco delle attività',
      ],
    },
    premium: {
      name: 'Premium',
      description:
        'Per tutto il servizio assistenza: tutti gli utenti che servono, ognuno con la sua licenza.',
      functions: [
        'Utenti senza limiti, una licenza per ciascuno',
        'Verbali firmati senza limiti',
        'Macchine e clienti senza limiti',
        'Verbali di assistenza in PDF, firmati sullo schermo del telefono',
        'Ispezioni periodiche ed elenco delle attività',
        'Statistiche dei verbali per dipendente',
      ],
    },
  },
  es: {
    free: {
      name: 'Gratuito',
      description: 'Para un técnico que quiere probar Servicebook con máquinas reales.',
      functions: [
        '1 usuario',
        `${freeProtocols} partes firmados al mes`,
        'Máquinas y clientes sin límite',
        'Partes de servicio en PDF, firmados en la pantalla del móvil',
        'Revisiones periódicas y lista de tareas',
      ],
    },
    premium: {
      name: 'Premium',
      description:
        'Para todo el departamento de servicio: los usuarios que hagan falta, cada uno con su licencia.',
      functions: [
        'Usuarios sin límite, una licencia para cada uno',
        'Partes firmados sin límite',
        'Máquinas y clientes sin límite',
        'Partes de servicio en PDF, firmados en la pantalla del móvil',
        'Revisiones periódicas y lista de tareas',
        'Estadísticas de partes por empleado',
      ],
    },
  },
  ru: {
    free: {
      name: 'Бесплатный',
      description: 'Для одного специалиста, который хочет испытать Servicebook на настоящем оборудовании.',
      functions: [
        '1 пользователь',
        `${freeProtocols} подписанных актов в месяц`,
        'Машины и клиенты без ограничений',
        'Сервисные акты в PDF с подписью на экране телефона',
        'Периодические осмотры и список задач',
      ],
    },
    premium: {
      name: 'Премиум',
      description: 'Для всей сервисной службы: сколько угодно пользователей, у каждого своя лицензия.',
      functions: [
        'Любое число пользователей, по лицензии на каждого',
        'Подписанные акты без ограничений',
        'Машины и клиенты без ограничений',
        'Сервисные акты в PDF с подписью на экране телефона',
        'Периодические осмотры и список задач',
        'Статистика актов по сотрудникам',
      ],
    },
  },
};

/** Adds the plans that are missing, one row a plan and language. For every start. */
export async function seedPlans(db: Pick<Database, 'accountPlan'>): Promise<void> {
  const data = Object.entries(texts).flatMap(([language, text]) => [
    { ...both, ...free, language, ...text.free, signedProtocolsPerMonth: freeProtocols },
    { ...both, ...premium, language, ...text.premium },
  ]);
  await db.accountPlan.createMany({ data, skipDuplicates: true });
}
