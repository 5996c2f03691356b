import type { Language } from '@servicebook/shared/primitives';
import { expect, it } from 'vitest';
import { protocolFileName } from './protocol-file-name.ts';

const named = (shortName: string, language: Language = 'de', version = 1) => ({
  documentNumber: '3A/11/2026',
  customer: { shortName },
  ...{ language, version },
});

it.each([
  [named('Muster GmbH'), undefined, 'Serviceprotokoll 3A-11-2026 Muster GmbH.pdf'],
  [named('Muster GmbH', 'pl', 2), undefined, 'Protokół serwisowy 3A-11-2026 v2 Muster GmbH.pdf'],
  [named('ООО «Завод»', 'ru'), 'draftMark', 'Сервисный акт 3A-11-2026 ООО «Завод» ЧЕРНОВИК.pdf'],
  [named('Mill', 'en'), 'withdrawnMark', 'Service protocol 3A-11-2026 Mill WITHDRAWN.pdf'],
  [named('Bau "Nord": Halle 3/4', 'de'), undefined, 'Serviceprotokoll 3A-11-2026 Bau -Nord- Halle 3-4.pdf'],
  [named('Łąka/Ż', 'en'), undefined, 'Service protocol 3A-11-2026 Łąka-Ż.pdf'],
  // A name that leads somewhere is left out, as in mails.
  [named('www.evil.example'), undefined, 'Serviceprotokoll 3A-11-2026.pdf'],
] as const)('names the document %j, marked %s: %s', (of, mark, name) => {
  expect(protocolFileName(of, mark)).toBe(name);
});

it('leaves a name that file systems can store', () => {
  const name = protocolFileName(named('Ж'.repeat(100), 'ru', 12));
  expect(Buffer.byteLength(name)).toBeLessThan(255);
  expect(name).toMatch(/^Сервисный акт 3A-11-2026 v12 Ж+\.pdf$/);
});
